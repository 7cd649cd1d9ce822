"""The files of the page: complete, in every language, and from nowhere else."""

import json
import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from huopin.scoring import TILES
from huopin.scoring.huopin.fans import FANS
from huopin.scoring.wenzhou import classes
from huopin.web.limits import Limits
from huopin.web.pages import TILES as PICTURES
from huopin.web.pages import openapi, pages
from huopin.web.scores import situation_of
from huopin.web.wenzhou import FIELDS

REPO = Path(__file__).resolve().parents[2]
STATIC = REPO / "web" / "static"
LANGUAGES = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted((STATIC / "i18n").glob("*.json"))
}
SCRIPTS = {path.name: path.read_text(encoding="utf-8") for path in sorted((STATIC / "js").glob("*.js"))}
PAGE = (STATIC / "index.html").read_text(encoding="utf-8")


def test_languages() -> None:
    assert set(LANGUAGES) == {"en", "zh-Hans", "zh-Hant"}


@pytest.mark.parametrize("name", LANGUAGES)
def test_languages_have_the_same_keys_and_values(name: str) -> None:
    english, words = LANGUAGES["en"], LANGUAGES[name]
    assert list(words) == list(english)
    for key, text in words.items():
        assert text.strip(), key
        assert sorted(re.findall(r"\{\w+\}", text)) == sorted(re.findall(r"\{\w+\}", english[key])), key


def test_every_key_that_is_used_exists() -> None:
    used = set(re.findall(r'data-i18n(?:-label|-alt)?="([^"]+)"', PAGE))
    for script in SCRIPTS.values():
        used |= set(re.findall(r'\b(?:t|say|note|has)\("([\w.-]+)"', script))
        used |= set(
            re.findall(r'"((?:options|score|share|photo|edit|error|tile|tiles|pay)\.[\w.-]+)"', script)
        )
    assert used - LANGUAGES["en"].keys() == set()


def test_every_key_is_used() -> None:
    """Keys put together from a prefix count as used when their prefix is."""
    text = PAGE + "".join(SCRIPTS.values())
    prefixes = tuple(set(re.findall(r"`([\w.]+\.)\$\{", text)))
    unused = [key for key in LANGUAGES["en"] if f'"{key}"' not in text and not key.startswith(prefixes)]
    assert unused == []


def test_names_are_those_of_the_rules() -> None:
    english, simplified = LANGUAGES["en"], LANGUAGES["zh-Hans"]
    for fan in FANS:
        assert (english[f"fan.{fan.id}"], simplified[f"fan.{fan.id}"]) == (fan.en, fan.zh)
    for tile in TILES:
        assert (english[f"face.{tile}"], simplified[f"face.{tile}"]) == (tile.en, tile.zh)
    reasons = {value.zh for value in vars(classes).values() if isinstance(value, classes.Reason)}
    assert {key.removeprefix("reason.") for key in english if key.startswith("reason.")} == reasons


def test_traditional_words_are_traditional() -> None:
    simplified_only = set(
        "万东亚两严个丰么义乐书买云产亲亿仅从仓们价众优会传伤侧债储儿兰关兴养兽冲决况净减几凤击划刘则刚创别删动务劳势单卖卢卫厂压厌县参双发变叠号后听启员团园围图场块坏坚坛坝坟处备复够头夹夺奖妇妈孙学宁宝实审宾对寻导将尔尘尝层属岁岛币师帐带帮广庄庆库应庙废开异弃张弹强归当录径忆态怀总战户扑执扩扫报担拟择持换据损捡擞摆摇敌数断无旧时显暂术机杀杂权条来极构柜标样档桥梦检楼横欢欧残毁气汉汤沟泪洁测济浏浓润涨湾湿满滚灭灯点炉烂热爱牵独猎环现电画畅疗监盖盘码确离种积称稳穷竞笔简类粮紧红纪约级纯纲纸线练组细终经结给络绝统继绩续维综缩网罗罚职联肃胁胜脉脏脑节荐获营蓝补装见规觉触计认讨让训议讯记讲许论设访证评识译试该详语误说请诸读谁调谈谢贝负财责败货质贪购贯贴贵费资赏赖赛赢赵趋车转轮软轻载较辅输边达过运还这进远违连迟适选遗邮邻郑里鉴针钟钢钱铁银链锁错键镇长门闭问闲间闹闻阅队阳阴阵阶际陆险随难雾静页顶项顺须顾顿预领频题颜额风飞饭饮饰馆马驱验骨鱼鸟鸡麦黄齐龙"
    )
    for key, text in LANGUAGES["zh-Hant"].items():
        assert not simplified_only & set(text), key


def test_nothing_is_loaded_from_elsewhere(client: TestClient) -> None:
    for path, page in pages(Limits()).items():
        if page.kind.startswith("image/"):
            continue
        found = re.findall(r"(?:https?:)?//[\w.-]+\.\w+", page.body.decode("utf-8"))
        assert set(found) <= {"http://www.w3.org"}, path
    html = client.get("/").text
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=", html)


def test_everything_named_is_there(client: TestClient) -> None:
    named = set(re.findall(r'(?:src|href)="(/[^"]*)"', PAGE))
    for script in SCRIPTS.values():
        named |= {f"/js/{name}" for name in re.findall(r'from "\./([\w.]+)"', script)}
    worker = client.get("/worker.js").text
    kept = json.loads(re.search(r"FILES = (\[.*?\]);", worker)[1])  # type: ignore[index]
    assert set(kept) >= named - {"/docs"}
    assert len(PICTURES) == 43
    for path in (*kept, "/docs"):
        answer = client.get(path)
        assert (answer.status_code, bool(answer.content)) == (200, True), path


def test_the_description_names_every_field() -> None:
    request = openapi(Limits())["components"]["schemas"]["ScoreRequest"]["properties"]
    for name, schema in request.items():
        if name not in ("tiles", "rules", "explain", *FIELDS):
            values = [value for value in schema.get("enum", []) if value is not None]
            situation_of({name: values[0] if values else schema.get("default", 1)})
    assert set(FIELDS) <= set(request)


def test_the_documentation_is_readable(client: TestClient) -> None:
    page = client.get("/docs").text
    for words in ("POST /api/read", "POST /api/score", "photo_bytes", "misreadings", "too-many-pixels"):
        assert words in page


def test_every_error_is_documented() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in (REPO / "web").glob("*.py"))
    codes = set(re.findall(r'RequestError\(\s*\d+,\s*"([\w-]+)"', sources)) | {"invalid"}
    documented = (REPO / "docs" / "web.md").read_text(encoding="utf-8")
    described = (REPO / "web" / "openapi.json").read_text(encoding="utf-8")
    for code in codes:
        assert f"`{code}`" in documented, code
        assert f"`{code}`" in described, code
