"""Tokens, other sites, and the headers of every answer."""

import re
from collections.abc import Callable

import pytest
from starlette.testclient import TestClient

from huopin.web.guard import HEADERS

MakeClient = Callable[..., TestClient]
PATHS = ("/", "/docs", "/openapi.json", "/js/main.js", "/tiles/5m.png", "/worker.js", "/nowhere")


@pytest.mark.parametrize("path", PATHS)
def test_every_request_needs_the_token(make_client: MakeClient, path: str) -> None:
    client = make_client(token="s3cret")
    answer = client.get(path)
    assert (answer.status_code, answer.json()["error"]) == (401, "token")
    assert client.get(path, headers={"authorization": "Bearer wrong"}).status_code == 401
    assert client.get(path, headers={"cookie": "huopin-token=wrong"}).status_code == 401
    known = client.get(path, headers={"authorization": "Bearer s3cret"}).status_code
    assert known == (404 if path == "/nowhere" else 200)


@pytest.mark.parametrize("path", ["/api/read", "/api/score"])
def test_the_api_needs_it_too(make_client: MakeClient, path: str) -> None:
    client = make_client(token="s3cret")
    assert client.post(path, json={}).status_code == 401
    assert client.post(f"{path}?token=s3cret", json={}).status_code == 401, "only addresses that people open"
    assert client.post(path, json={}, headers={"authorization": "Bearer s3cret"}).status_code != 401


def test_the_address_with_the_token_is_remembered(make_client: MakeClient) -> None:
    client = make_client(token="s3cret")
    answer = client.get("/?token=s3cret&x=1", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/?x=1")
    assert "httponly" in answer.headers["set-cookie"].lower()
    assert client.get("/").status_code == 200
    assert client.post("/api/score", json={}).status_code == 422


def test_a_token_leads_to_no_other_host(make_client: MakeClient) -> None:
    answer = make_client(token="s3cret").get(
        "http://testserver//evil.example/?token=s3cret", follow_redirects=False
    )
    assert answer.headers["location"] == "/evil.example/"


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_other_sites_are_refused(client: TestClient, site: str) -> None:
    answer = client.post("/api/score", json={}, headers={"sec-fetch-site": site})
    assert (answer.status_code, answer.json()["error"]) == (403, "cross-site")
    assert client.get("/", headers={"sec-fetch-site": site}).status_code == 200


@pytest.mark.parametrize("path", PATHS)
def test_headers_of_every_answer(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert {name: answer.headers.get(name) for name in HEADERS} == dict(HEADERS)


def test_the_policy_allows_nothing_foreign() -> None:
    policy = dict(re.findall(r"([\w-]+) ([^;]+)", HEADERS["content-security-policy"]))
    assert policy.pop("default-src") == "'none'"
    sources = {source for sources in policy.values() for source in sources.split()}
    assert sources == {"'self'", "'none'", "blob:", "data:"}
    assert (policy["script-src"], policy["style-src"]) == ("'self'", "'self'")


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/read", 404, "not-found"),
        ("GET", "/api/score", 404, "not-found"),
        ("DELETE", "/", 405, "method"),
        ("GET", "/js/%2e%2e/openapi.json", 404, "not-found"),
        ("GET", "/tiles/..%2f..%2fetc%2fpasswd", 404, "not-found"),
        ("GET", "/tiles/9z.png", 404, "not-found"),
        ("GET", "/__init__.py", 404, "not-found"),
    ],
)
def test_addresses_there_are_none_of(
    client: TestClient, method: str, path: str, status: int, code: str
) -> None:
    answer = client.request(method, path)
    assert (answer.status_code, answer.json()["error"]) == (status, code)


def test_pages_are_asked_for_again_only_when_changed(client: TestClient) -> None:
    first = client.get("/style/app.css")
    again = client.get("/style/app.css", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
