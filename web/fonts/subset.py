"""Builds the site's fonts. Usage: python web/fonts/subset.py FOLDER (see README.md in this folder)."""

import hashlib
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

# English, Welsh without circumflexes, German, French, Scandinavian, and the symbols of the app.
LATIN = "20-7E A0-FF 131 152-153 2010-2011 2013-2014 2018-201A 201C-201E 2022 2026 20AC 2122 2190-2193 2212 2713 22EF"
# Other letters of European names in Latin script, in fonts that load on demand.
FURTHER = "100-130 132-151 154-17E 218-21B 1E80-1E85 1E9E 1EF2-1EF3"
FACES = [
    ("source-serif-4-latin", "portal-serif", LATIN, (400, 600), "Portal Serif"),
    ("source-serif-4-latin-ext", "portal-serif-further", FURTHER, 600, "Portal Serif"),
    ("public-sans-latin", "portal-sans", LATIN, (400, 700), "Portal Sans"),
    ("public-sans-latin-ext", "portal-sans-further", FURTHER, (400, 700), "Portal Sans"),
]
FAMILY_FULL_POSTSCRIPT = (1, 4, 6, 16)


def ranges(text):
    for part in text.split():
        first, _, last = part.partition("-")
        yield from range(int(first, 16), int(last or first, 16) + 1)


def make(source, weights, characters, family, to):
    font = instancer.instantiateVariableFont(TTFont(source), {"wght": weights})
    for record in font["name"].names:
        if record.nameID in FAMILY_FULL_POSTSCRIPT:
            record.string = family
    options = subset.Options(
        layout_features=["kern", "liga", "tnum", "lnum", "ccmp", "locl", "mark", "mkmk"],
        flavor="woff2",
        hinting=False,
        name_IDs=[0, 1, 2, 4, 6, 13, 14],
    )
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    subset.save_font(font, to, options)


def main(folder, target=Path("web/public/assets")):
    for old in target.glob("portal-*.woff2"):
        old.unlink()
    for source, name, characters, weights, family in FACES:
        made = target / f"{name}.woff2"
        make(folder / f"{source}-wght-normal.woff2", weights, ranges(characters), family, made)
        digest = hashlib.sha256(made.read_bytes()).hexdigest()[:8]
        print(made.rename(target / f"{name}-{digest}.woff2"), made)


main(Path(sys.argv[1]))
