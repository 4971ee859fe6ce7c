"""The colours of the pictures, as people see them who lack one kind of cone, and on a grey printer."""

from itertools import combinations

import numpy as np
import pytest
from matplotlib.colors import to_rgb

from psy.view import palette

PALETTE = {
    name: getattr(palette, name) for name in ("BLUE", "ORANGE", "GREEN", "RED", "PURPLE", "SKY", "GREY")
}

# Machado, Oliveira and Fernandes (2009), severity 1: what linear RGB becomes without one kind of cone.
SEEN = {
    "all cones": np.eye(3),
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
# sRGB to XYZ, and its white.
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
WHITE = XYZ @ np.ones(3)


def linear(colour):
    part = np.array(to_rgb(colour))
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def lab(colour, seen="all cones"):
    """Return lightness, green to red and blue to yellow of CIELAB, where equal steps look about equal."""
    xyz = XYZ @ np.clip(np.array(SEEN[seen]) @ linear(colour), 0, 1) / WHITE
    x, y, z = np.where(xyz > (6 / 29) ** 3, np.cbrt(xyz), xyz * (29 / 6) ** 2 / 3 + 4 / 29)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def distances(seen, colours=PALETTE):
    return {
        (one, other): float(np.linalg.norm(lab(colours[one], seen) - lab(colours[other], seen)))
        for one, other in combinations(colours, 2)
    }


@pytest.mark.parametrize("seen", SEEN)
def test_every_two_colours_differ_for_all_eyes(seen):
    # A difference of 2 is just seen side by side; 15 is plain across a picture.
    apart = distances(seen)
    assert len(apart) == 21
    assert min(apart.values()) > 15, min(apart, key=apart.get)


def test_white_black_and_a_known_colour_have_their_place():
    assert lab("white") == pytest.approx([100, 0, 0], abs=0.1)
    assert lab("black") == pytest.approx([0, 0, 0], abs=0.1)
    assert lab("red") == pytest.approx([53.24, 80.09, 67.20], abs=0.1)


def test_in_grey_four_pairs_need_more_than_their_colour():
    # Seven colours cannot all be apart in grey: where these meet, a picture needs another sign as well.
    near = {
        frozenset((one, other))
        for one, other in combinations(PALETTE, 2)
        if abs(lab(PALETTE[one])[0] - lab(PALETTE[other])[0]) < 7
    }
    pairs = [("ORANGE", "SKY"), ("GREEN", "RED"), ("GREEN", "PURPLE"), ("RED", "PURPLE")]
    assert near == set(map(frozenset, pairs))


@pytest.mark.parametrize("name", PALETTE)
def test_every_colour_stands_out_from_white_paper(name):
    # 2 and not 3, which WCAG asks of parts without words beside them: each number is in the table, too.
    light = float(XYZ[1] @ linear(PALETTE[name]))
    assert 1.05 / (light + 0.05) > 2
