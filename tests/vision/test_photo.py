"""Loading: every format the same pixels, every bad file one clear line."""

import base64
import io
import os
import struct
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image, ImageOps

from huopin.scoring import HuopinError
from huopin.vision.config import PhotoConfig
from huopin.vision.errors import PhotoError
from huopin.vision.photo import Photo, _jpeg_complete, load_photo

RED, GREEN, BLUE, WHITE = (0, 0, 255), (0, 255, 0), (255, 0, 0), (255, 255, 255)

# Four coloured quarters, drawn for this test and encoded once by libheif's own encoder.
HEIC = base64.b64decode(
    "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAA"
    "AAAAAA5waXRtAAAAAAACAAAAEGlkYXQAAAAAAEAAMAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEAAAAAAAABLgACAAEA"
    "AAAAAAAAAQAAAAAAAAAIAAAAOGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAA"
    "AADYaXBycAAAALZpcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAe"
    "ugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFlurkprm4EBAwIAAAAwAgAAADACEiAAEABkQBwXPAiQAAABRpc3BlAAAA"
    "AAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAQAAAADAAAAAQcGl4aQAAAAADCAgIAAAAGmlwbWEAAAAAAAAAAgABAoECAAICA4QA"
    "AAAaaXJlZgAAAAAAAAAOZGltZwACAAEAAQAAATZtZGF0AAABKigBrwT42/Lolrf9Gdf//yt/v/49ty33LILwH4yRpfw55//o"
    "O6nhHFL1PSV2Gf+sFVlGDK0G5K87+K4lPcbMVS5SndrctasEkWQXz2mnCyMBFaDz0y4UoHfvH9m4TE73Tpbyc0oDybcyP85P"
    "//33r//viL+tc3AxLv1Q1Inf+N15+D0Y+U1pP4dpX9y3YW92+pmGf+hLO560cIa4tyeTNqA/GfgUyzEUa22lI6HuPDBP2Bpt"
    "y6QWiNUPKL5mCMm96XeOjp2PxVi0Due2q66L6zAgjBOreIXBj3dZtjIt0HsNEXidobnJS1krcLubNAdslppCEggVvoMzI1cz"
    "v3awEksKlLf7x15jVcVt4RnYJtPs2UTs9sj5KZJBA+iTwZuYZK3IL4WAAvd6kKU="
)


def quarters(width: int = 64, height: int = 48) -> Image.Image:
    """Red, green over blue, white: tells every mirroring and turn from every other."""
    pixels = np.zeros((height, width, 3), np.uint8)
    pixels[: height // 2, : width // 2, 0] = 255
    pixels[: height // 2, width // 2 :, 1] = 255
    pixels[height // 2 :, : width // 2, 2] = 255
    pixels[height // 2 :, width // 2 :] = 255
    return Image.fromarray(pixels)


def corners(photo: Photo) -> list[tuple[int, ...]]:
    """Rounded BGR near the four corners: top left, top right, bottom left, bottom right."""
    image = photo.full
    picked = image[3, 3], image[3, -4], image[-4, 3], image[-4, -4]
    return [tuple(int(v) for v in np.round(pixel / 255.0) * 255) for pixel in picked]


def saved(path: Path, image: Image.Image, **options: Any) -> Path:
    image.save(path, **options)
    return path


@pytest.mark.parametrize("name", ["a.jpg", "a.png", "a.webp", "a.bmp", "a.tiff", "a.gif", "a.avif"])
def test_every_format_gives_the_same_pixels(tmp_path: Path, name: str) -> None:
    photo = load_photo(saved(tmp_path / name, quarters()))
    assert (photo.width, photo.height) == (64, 48)
    assert corners(photo) == [RED, GREEN, BLUE, WHITE]


def test_heic(tmp_path: Path) -> None:
    (tmp_path / "a.heic").write_bytes(HEIC)
    assert corners(load_photo(tmp_path / "a.heic")) == [RED, GREEN, BLUE, WHITE]


def test_the_content_decides_and_not_the_name(tmp_path: Path) -> None:
    quarters().save(tmp_path / "a.png")
    (tmp_path / "a.png").rename(tmp_path / "a.jpg")
    assert corners(load_photo(tmp_path / "a.jpg")) == [RED, GREEN, BLUE, WHITE]


@pytest.mark.parametrize("mode", ["L", "1", "P", "RGBA", "LA", "CMYK", "YCbCr", "I", "I;16", "F"])
def test_odd_modes_become_bgr(tmp_path: Path, mode: str) -> None:
    grey = np.repeat(np.linspace(0, 255, 64).astype(np.uint8)[None], 48, 0)
    image = Image.fromarray(grey)
    if mode in ("I", "I;16"):
        image = Image.fromarray(grey.astype(np.uint16) * 257)
        image = image.convert(mode) if mode == "I" else image
    else:
        image = image.convert("RGB").convert(mode) if mode in ("CMYK", "YCbCr") else image.convert(mode)
    path = saved(tmp_path / ("a.jpg" if mode == "YCbCr" else "a.tiff"), image)
    full = load_photo(path).full
    assert full.shape == (48, 64, 3)
    if mode == "1":
        assert full[:, 0].max() == 0
        assert full[:, -1].min() == 255
    else:
        assert np.abs(full.astype(int) - grey[..., None]).max() <= 6


def test_transparency_lies_over_white(tmp_path: Path) -> None:
    image = Image.new("RGBA", (20, 10), (0, 0, 0, 0))
    image.paste((255, 0, 0, 255), (0, 0, 10, 10))
    full = load_photo(saved(tmp_path / "a.png", image)).full
    assert tuple(full[5, 5]) == RED
    assert tuple(full[5, 15]) == WHITE


def test_of_an_animation_the_first_frame_counts(tmp_path: Path) -> None:
    path = saved(
        tmp_path / "a.gif",
        Image.new("RGB", (16, 16), "red"),
        save_all=True,
        append_images=[Image.new("RGB", (16, 16))],
    )
    assert tuple(load_photo(path).full[8, 8]) == RED


@pytest.mark.parametrize("suffix", ["jpg", "png", "webp"])
@pytest.mark.parametrize("orientation", range(10))
def test_exif_orientation(tmp_path: Path, suffix: str, orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    path = saved(tmp_path / f"a.{suffix}", quarters(), exif=exif)
    with Image.open(path) as stored:
        upright = ImageOps.exif_transpose(stored).convert("RGB")
    photo = load_photo(path)
    assert (photo.width, photo.height) == upright.size
    assert photo.full.shape == (photo.height, photo.width, 3)
    wanted = np.asarray(upright)[..., ::-1]
    assert corners(photo) == corners(Photo.of(np.ascontiguousarray(wanted)))
    reduced, scale = photo.at_least(0.4)
    assert scale == pytest.approx(reduced.shape[1] / photo.width)
    assert reduced[2, 2].round(-2).tolist() == photo.full[4, 4].round(-2).tolist()


def noise(width: int, height: int) -> np.ndarray:
    coarse = np.random.default_rng(0).integers(0, 255, (height // 50, width // 50, 3)).astype(np.uint8)
    return cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)


def test_a_large_jpeg_is_decoded_no_larger_than_needed(tmp_path: Path) -> None:
    pixels = noise(4000, 3000)
    path = saved(tmp_path / "a.jpg", Image.fromarray(pixels[..., ::-1]), quality=92)
    photo = load_photo(path)
    assert (photo.width, photo.height, photo.long_side) == (4000, 3000, 4000)
    half, scale = photo.at_least(0.2)
    assert half.shape == (1500, 2000, 3), "the base size is kept and used for anything smaller"
    assert scale == 0.5
    assert photo.full.shape == (3000, 4000, 3)
    assert photo.at_least(0.5)[0] is half
    assert photo.at_least(0.51)[0] is photo.full


@pytest.mark.parametrize(("width", "height"), [(4000, 3000), (801, 1203), (300, 200)])
def test_working_size(width: int, height: int) -> None:
    photo = Photo.of(noise(width, height))
    image, scale = photo.working(640)
    assert max(image.shape[:2]) == min(640, max(width, height))
    assert image.shape[1] / image.shape[0] == pytest.approx(width / height, rel=0.005)
    assert scale == pytest.approx(min(1, 640 / max(width, height)), rel=0.005)


def png_header(width: int, height: int) -> bytes:
    """A PNG that claims a size and holds next to nothing."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    size = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")
    )


def jpeg(width: int = 400, height: int = 300) -> bytes:
    stream = io.BytesIO()
    Image.fromarray(noise(width, height)).save(stream, "JPEG", quality=90)
    return stream.getvalue()


def with_thumbnail(data: bytes) -> bytes:
    """The JPEG as a camera writes it: a whole small JPEG in the first segment."""
    thumbnail = b"Exif\0\0" + jpeg(160, 120)
    return data[:2] + b"\xff\xe1" + (len(thumbnail) + 2).to_bytes(2) + thumbnail + data[2:]


@pytest.mark.parametrize("extra", [b"", b"\0" * 9, b"MP4 \xff\xda of a moving photo"])
def test_what_lies_around_a_whole_jpeg_does_not_matter(tmp_path: Path, extra: bytes) -> None:
    plain, cameras = tmp_path / "plain.jpg", tmp_path / "cameras.jpg"
    plain.write_bytes(jpeg())
    cameras.write_bytes(with_thumbnail(jpeg()) + extra)
    assert np.array_equal(load_photo(cameras).full, load_photo(plain).full)


@pytest.mark.parametrize("share", [0.3, 0.5, 0.9])
@pytest.mark.parametrize("thumbnail", [False, True])
def test_a_jpeg_without_its_end_is_not_complete(share: float, thumbnail: bool) -> None:
    whole = with_thumbnail(jpeg()) if thumbnail else jpeg()
    assert _jpeg_complete(whole)
    assert not _jpeg_complete(whole[: int(len(whole) * share)])


BAD_FILES = {
    "missing": (None, "no such file"),
    "empty": (b"", "the file is empty (0 bytes)"),
    "text": (b"dear diary\n" * 50, "not a picture, expected JPEG, PNG, HEIC"),
    "truncated-half": (jpeg()[: len(jpeg()) // 2], "the JPEG is truncated or damaged"),
    "truncated-thumbnail": (with_thumbnail(jpeg())[:-40], "the JPEG is truncated or damaged"),
    "truncated-end": (jpeg()[:-40], "the JPEG is truncated or damaged"),
    "jpeg-start-only": (jpeg()[:12], "the picture is damaged"),
    "truncated-png": (png_header(100, 100), "the picture is truncated or damaged"),
    "truncated-heic": (HEIC[:500], "the picture is"),
    "heic-start-only": (HEIC[:32], "the picture is"),
    "60-megapixels": (png_header(10000, 6000), "10000 x 6000 is 60 megapixels, expected at most 50"),
    "bomb": (png_header(40000, 40000), "scale the photo down first"),
    "postscript": (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n", "not a picture"),
}


@pytest.mark.parametrize(("content", "message"), BAD_FILES.values(), ids=BAD_FILES.keys())
def test_bad_files_get_one_clear_line(tmp_path: Path, content: bytes | None, message: str) -> None:
    path = tmp_path / "photo.jpg"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(PhotoError) as caught:
        load_photo(path)
    text = str(caught.value)
    assert message in text
    assert text.startswith(f"{path}: ")
    assert "\n" not in text
    assert isinstance(caught.value, HuopinError)


def test_a_folder(tmp_path: Path) -> None:
    with pytest.raises(PhotoError, match=r"is a folder, expected a photo file; try .*\*\.jpg"):
        load_photo(tmp_path)


@pytest.mark.parametrize("path", ["a\0b.jpg", "x" * 5000])
def test_impossible_paths(path: str) -> None:
    with pytest.raises(PhotoError, match="cannot be read"):
        load_photo(path)


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read anything")
def test_an_unreadable_file(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.jpg", quarters())
    path.chmod(0)
    with pytest.raises(PhotoError, match="cannot be read"):
        load_photo(path)


def test_the_limit_is_a_setting(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.jpg", quarters())
    with pytest.raises(PhotoError, match="expected at most 0"):
        load_photo(path, PhotoConfig(max_megapixels=0.001))


def test_a_48_megapixel_photo_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.jpg"
    cv2.imwrite(str(path), np.full((6000, 8000, 3), 200, np.uint8))
    photo = load_photo(path)
    assert (photo.width, photo.height) == (8000, 6000)
    assert max(photo.at_least(0.1)[0].shape) == 2000


@pytest.mark.parametrize(
    "pixels", [np.zeros((4, 4), np.uint8), np.zeros((4, 4, 3), np.float32), np.zeros((0, 4, 3), np.uint8)]
)
def test_pixels_of_another_kind_are_refused(pixels: np.ndarray) -> None:
    with pytest.raises(PhotoError, match="expected BGR uint8 pixels of shape"):
        Photo.of(pixels)
