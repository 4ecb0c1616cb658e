"""A picture of how names connect, as an SVG text: the same names always give the same picture.

Each group of connected names is a tree around its most connected name, ring after ring; the spokes carry the labels, so that they
do not lie on each other however many there are. Names without a connection stand in columns below.
"""

from __future__ import annotations

import itertools
import math
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from ..store import Entity

_RING = 64.0  # pixels between two rings at least,
_LABEL_GAP = 15.0  # and between two labels on one ring
_FONT, _SMALL_FONT = 13, 11
_MARGIN, _GAP = 24.0, 40.0
_ROW, _COLUMN_GAP = 18.0, 24.0
_WIDTH = 1400.0  # from which groups go on in the next row
_LONGEST_LABEL = 28  # characters; the whole name is shown when the pointer rests on it
_COLOURS = {"person": "#2b6cb0", "place": "#2f855a", "thing": "#b7791f", "unknown": "#4a5568"}
_MEANING = {"person": "person", "place": "place", "thing": "thing", "unknown": "kind not known"}
_WIDE = frozenset("WF")

Link = tuple[str, str, int]  # two names and how many facts they share


@dataclass(frozen=True, slots=True)
class _Spot:
    x: float
    y: float
    angle: float  # in which the label runs, radians
    depth: int


@dataclass(frozen=True, slots=True)
class _Group:
    """Some names with their places around (0, 0)."""

    spots: Mapping[str, _Spot]
    left: float
    top: float
    width: float
    height: float


def draw(entities: Sequence[Entity], links: Sequence[Link]) -> str:
    """The picture. Links to names that are not among the entities are left out."""
    by_name = {entity.name: entity for entity in entities}
    shown = [link for link in sorted(links) if link[0] in by_name and link[1] in by_name and link[0] != link[1]]
    near = _neighbours(shown)
    groups = [_laid_out(names, near) for names in _components(list(by_name), near)]
    alone = [entity.name for entity in entities if entity.name not in near]
    places, width, height = _arranged(groups)
    body = [*_lines(shown, places), *(_dot(by_name[name], *spot) for name, spot in places.items())]
    columns, width, height = _columns([by_name[name] for name in alone], width, height)
    legend, width, height = _legend(entities, width, height)
    return _document([*body, *columns, *legend], width + 2 * _MARGIN, height + 2 * _MARGIN)


def _neighbours(links: Sequence[Link]) -> dict[str, dict[str, int]]:
    near: dict[str, dict[str, int]] = defaultdict(dict)
    for one, other, shared in links:
        near[one][other] = near[other][one] = shared
    return near


def _components(names: Sequence[str], near: Mapping[str, Mapping[str, int]]) -> list[list[str]]:
    """The groups of connected names, the largest first."""
    seen: set[str] = set()
    groups: list[list[str]] = []
    for name in names:
        if name in seen or name not in near:
            continue
        group, waiting = [], [name]
        seen.add(name)
        while waiting:
            current = waiting.pop()
            group.append(current)
            following = sorted(other for other in near[current] if other not in seen)
            seen.update(following)
            waiting += following
        groups.append(group)
    return sorted(groups, key=lambda group: (-len(group), min(group)))


def _laid_out(names: Sequence[str], near: Mapping[str, Mapping[str, int]]) -> _Group:
    """A group as a tree around the name with the most connections."""
    root = min(names, key=lambda name: (-len(near[name]), -sum(near[name].values()), name))
    rings, children = _tree(root, near)
    turns = _turns(root, children, [name for ring in rings for name in ring])
    radii = _radii(rings, turns)
    spots = {root: _Spot(0.0, 0.0, 0.0, 0)}
    for depth, ring in enumerate(rings[1:], 1):
        for name in ring:
            angle = turns[name] * 2 * math.pi
            spots[name] = _Spot(radii[depth] * math.cos(angle), radii[depth] * math.sin(angle), angle, depth)
    return _measured(spots)


def _tree(root: str, near: Mapping[str, Mapping[str, int]]) -> tuple[list[list[str]], dict[str, list[str]]]:
    """The rings around a name, and what hangs on each name: on the one with which it shares the most facts."""
    rings, children, depth = [[root]], defaultdict(list), {root: 0}
    while rings[-1]:
        ring = sorted({other for name in rings[-1] for other in near[name] if other not in depth})
        for name in ring:
            parent = min((other for other in near[name] if depth.get(other) == len(rings) - 1), key=lambda other: (-near[name][other], other))
            children[parent].append(name)
        depth.update(dict.fromkeys(ring, len(rings)))
        rings.append(ring)
    return rings[:-1], children


def _radii(rings: Sequence[Sequence[str]], turns: Mapping[str, float]) -> list[float]:
    """How far each ring is from the middle: beyond the labels of the ring before, and so wide that its own have room beside each other."""
    radii = [0.0]
    for depth, ring in enumerate(rings[1:], 1):
        before = max(_width(name) for name in rings[depth - 1]) if depth > 1 else _width(rings[0][0]) / 2
        around = sorted(turns[name] for name in ring)
        narrowest = min((after - at for at, after in itertools.pairwise([*around, around[0] + 1])), default=1.0)
        radii.append(max(radii[-1] + _RING + before, _LABEL_GAP / (2 * math.pi * narrowest)))
    return radii


def _turns(root: str, children: Mapping[str, Sequence[str]], from_the_middle: Sequence[str]) -> dict[str, float]:
    """The share of a full turn at which each name stands: every leaf of the tree has the same room."""
    leaves: dict[str, int] = {}
    for name in reversed(from_the_middle):
        leaves[name] = sum(leaves[child] for child in children.get(name, ())) or 1
    begins = {root: 0.0}
    for name in from_the_middle:
        at = begins[name]
        for child in children.get(name, ()):
            begins[child] = at
            at += leaves[child] / leaves[root]
    return {name: begins[name] + leaves[name] / leaves[root] / 2 for name in from_the_middle}


def _measured(spots: Mapping[str, _Spot]) -> _Group:
    ends = [(spot.x + _width(name) * math.cos(spot.angle), spot.y + _width(name) * math.sin(spot.angle)) for name, spot in spots.items() if spot.depth]
    root = next(name for name, spot in spots.items() if not spot.depth)
    xs = [*(x for x, _ in ends), *(spot.x for spot in spots.values()), -_width(root) / 2, _width(root) / 2]
    ys = [*(y for _, y in ends), *(spot.y for spot in spots.values()), -_ROW, _ROW]
    return _Group(spots, min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _arranged(groups: Sequence[_Group]) -> tuple[dict[str, tuple[float, float, _Spot]], float, float]:
    """The groups side by side in rows; the places of all names, and the size of all."""
    places: dict[str, tuple[float, float, _Spot]] = {}
    x = y = row = widest = 0.0
    limit = max([_WIDTH, *(group.width for group in groups)])
    for group in groups:
        if x and x + group.width > limit:
            x, y, row = 0.0, y + row + _GAP, 0.0
        for name, spot in group.spots.items():
            places[name] = (x - group.left + spot.x, y - group.top + spot.y, spot)
        x += group.width + _GAP
        row = max(row, group.height)
        widest = max(widest, x - _GAP)
    return places, widest, y + row


def _columns(entities: Sequence[Entity], width: float, height: float) -> tuple[list[str], float, float]:
    """Names without a connection, in columns below everything else."""
    if not entities:
        return [], width, height
    column = max(_width(entity.name) for entity in entities) + _COLUMN_GAP
    number = max(1, min(len(entities), int(max(width, _WIDTH / 2) // column)))
    top = height + (_GAP if height else 0.0)
    drawn = []
    for place, entity in enumerate(entities):
        x, y = place % number * column, top + (place // number + 1) * _ROW
        drawn.append(_dot(entity, x, y, _Spot(x, y, 0.0, 1)))
    return drawn, max(width, number * column), top + (math.ceil(len(entities) / number) + 1) * _ROW


def _legend(entities: Sequence[Entity], width: float, height: float) -> tuple[list[str], float, float]:
    """What the colours and the filling mean, below everything else; only what the picture shows."""
    kinds = {entity.kind if entity.kind in _COLOURS else "unknown" for entity in entities}
    rows = [(_COLOURS[kind], _COLOURS[kind], meaning) for kind, meaning in _MEANING.items() if kind in kinds]
    if any(entity.status != "confirmed" for entity in entities):
        rows.append(("#ffffff", _COLOURS["unknown"], "hollow: guessed, not confirmed"))
    x, y = 0.0, height + _GAP
    drawn = []
    for fill, stroke, meaning in rows:
        drawn.append(f'<circle cx="{x + 5:.1f}" cy="{y:.1f}" r="5" fill="{fill}" stroke="{stroke}" stroke-width="1.5"/>')
        drawn.append(f'<text x="{x + 14:.1f}" y="{y + 4:.1f}" font-size="{_SMALL_FONT}">{escape(meaning)}</text>')
        x += _width(meaning) + _COLUMN_GAP
    return (drawn, max(width, x), y + _ROW) if rows else ([], width, height)


def _lines(links: Sequence[Link], places: Mapping[str, tuple[float, float, _Spot]]) -> Iterator[str]:
    for one, other, shared in links:
        (x1, y1, _), (x2, y2, _) = places[one], places[other]
        told = escape(f"{one} – {other}: {shared}")
        ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
        yield f'<line {ends} stroke-width="{min(4.0, 0.8 + math.log2(shared)):.1f}"><title>{told}</title></line>'


def _dot(entity: Entity, x: float, y: float, spot: _Spot) -> str:
    """A name: a dot that grows with its facts, and its label along the spoke, never upside down."""
    colour = _COLOURS.get(entity.kind, _COLOURS["unknown"])
    size = min(9.0, 3.0 + math.log2(1 + entity.facts))
    fill = colour if entity.status == "confirmed" else "#ffffff"
    label = entity.name if len(entity.name) <= _LONGEST_LABEL else entity.name[: _LONGEST_LABEL - 1] + "…"
    told = escape(f"{entity.name}: {entity.facts}")
    turned = math.cos(spot.angle) < -1e-9
    degrees = math.degrees(spot.angle) + (180 if turned else 0)
    if not spot.depth:
        where = f'text-anchor="middle" y="{-size - 5:.1f}" font-weight="bold"'
    else:
        where = f'text-anchor={quoteattr("end" if turned else "start")} x="{(-1 if turned else 1) * (size + 4):.1f}" y="4" transform="rotate({degrees:.1f})"'
    font = _FONT if not spot.depth else _SMALL_FONT
    circle = f'<circle r="{size:.1f}" fill="{fill}" stroke="{colour}" stroke-width="1.5"/>'
    return f'<g transform="translate({x:.1f} {y:.1f})"><title>{told}</title>{circle}<text {where} font-size="{font}">{escape(label)}</text></g>'


def _width(name: str) -> float:
    """About how many pixels a label takes, with its dot."""
    label = name[:_LONGEST_LABEL]
    return 16.0 + sum(_SMALL_FONT * (1.0 if unicodedata.east_asian_width(char) in _WIDE else 0.6) for char in label)


def _document(body: Sequence[str], width: float, height: float) -> str:
    width, height = max(width, 100.0), max(height, 60.0)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="{-_MARGIN:.0f} {-_MARGIN:.0f} {width:.0f} {height:.0f}" font-family="sans-serif">'
    )
    ground = f'<rect x="{-_MARGIN:.0f}" y="{-_MARGIN:.0f}" width="100%" height="100%" fill="#ffffff"/>'
    drawn = "\n".join(body)
    halo = "<style>text{fill:#1a202c;paint-order:stroke;stroke:#ffffff;stroke-width:3px}line{stroke:#a0aec0;stroke-opacity:.7}</style>"
    return f"{head}\n{halo}\n{ground}\n{drawn}\n</svg>\n"
