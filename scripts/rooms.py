#!/usr/bin/env python3
"""Draws the rooms of the source as `docs/rooms.svg`: a box for each top-level module, arrows to the
rooms that it uses directly. An arrow is left out where a longer way leads to the same room.

    scripts/rooms.py            writes the picture
    scripts/rooms.py --check    exits with 1 if the picture is not the one of this source
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "rooms.svg"
WIDTH, HEIGHT, ACROSS, DOWN = 116, 40, 24, 52


def used():
    """For each room, the rooms that its files use."""
    source = ROOT / "src"
    rooms = {path.stem for path in source.glob("*.rs")} | {
        path.name for path in source.iterdir() if path.is_dir()
    }
    rooms -= {"lib", "main"}
    uses = {room: set() for room in sorted(rooms)}
    for path in sorted(source.rglob("*.rs")):
        room = path.relative_to(source).parts[0].removesuffix(".rs")
        text = path.read_text().split("#[cfg(test)]\nmod tests")[0]
        text = re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE)
        crate = "cavalcade" if room == "cli" else "crate"
        for found in re.findall(rf"\b{crate}::(\w+)", text):
            if room in uses and found in rooms and found != room:
                uses[room].add(found)
    return uses


def reduced(uses):
    """The same without arrows that a longer way replaces."""
    below = {}

    def reach(room):
        if room not in below:
            below[room] = set()
            below[room] = set().union(*({other} | reach(other) for other in uses[room]), set())
        return below[room]

    for room in uses:
        reach(room)
    longer = {room: set().union(*(below[other] for other in uses[room]), set()) for room in uses}
    return {room: uses[room] - longer[room] for room in uses}


def picture():
    uses = used()
    arrows = reduced(uses)
    height = {}

    def level(room):
        if room not in height:
            height[room] = 1 + max((level(other) for other in uses[room]), default=-1)
        return height[room]

    rows = [[] for _ in range(1 + max(map(level, uses)))]
    for room in uses:
        rows[height[room]].append(room)
    wide = max(map(len, rows)) * (WIDTH + ACROSS) + ACROSS
    tall = len(rows) * (HEIGHT + DOWN)
    place = {}
    for at, row in enumerate(rows):
        left = (wide - len(row) * (WIDTH + ACROSS) + ACROSS) / 2
        for nth, room in enumerate(row):
            y = tall - (at + 1) * (HEIGHT + DOWN) + DOWN / 2
            place[room] = (left + nth * (WIDTH + ACROSS), y)
    parts = []
    for room, others in arrows.items():
        x, y = place[room][0] + WIDTH / 2, place[room][1] + HEIGHT
        for other in sorted(others):
            to, end = place[other][0] + WIDTH / 2, place[other][1] - 3
            middle = (y + end) / 2
            parts.append(
                f'<path d="M{x:g} {y:g}C{x:g} {middle:g} {to:g} {middle:g} {to:g} {end:g}" '
                'fill="none" stroke="#8a94a6" marker-end="url(#a)"/>'
            )
    for room, (x, y) in place.items():
        lines = sum(
            len(path.read_text().splitlines())
            for path in [*(ROOT / "src" / room).rglob("*.rs"), ROOT / "src" / f"{room}.rs"]
            if path.exists()
        )
        # Rounded, so that few changes of the source change the picture.
        size = f"{round(lines, -3) // 1000},000 lines" if lines >= 1500 else "small"
        parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HEIGHT}" rx="6" fill="#f4f6fa" '
            f'stroke="#51607a"/><text x="{x + WIDTH / 2:g}" y="{y + 17:g}">{room}</text>'
            f'<text x="{x + WIDTH / 2:g}" y="{y + 32:g}" font-size="10" fill="#51607a">{size}</text>'
        )
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {tall:g}" '
        'font-family="sans-serif" font-size="13" text-anchor="middle">\n'
        "<title>The rooms of the source, each above those that it uses</title>\n"
        '<defs><marker id="a" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
        'orient="auto"><path d="M0 0L8 4L0 8z" fill="#8a94a6"/></marker></defs>\n'
        f'<rect width="100%" height="100%" fill="#ffffff"/>\n{body}\n</svg>\n'
    )


def main():
    drawn = picture()
    if "--check" in sys.argv[1:]:
        return 0 if PICTURE.exists() and PICTURE.read_text() == drawn else 1
    PICTURE.write_text(drawn)
    return 0


if __name__ == "__main__":
    sys.exit(main())
