"""The colours and looks of all pictures, told apart by people with any colour vision."""

from dataclasses import dataclass

# Okabe and Ito's palette. In grey ORANGE meets SKY, and GREEN, RED and PURPLE meet: where only these differ,
# a dash, a marker or a word tells them apart.
BLUE, ORANGE, GREEN, RED, PURPLE, SKY, GREY = (
    "#0072B2",
    "#E69F00",
    "#009E73",
    "#D55E00",
    "#CC79A7",
    "#56B4E9",
    "#595959",
)


@dataclass(frozen=True)
class Look:
    """How a mark is drawn.

    Parameters
    ----------
    colour
        Of the line, the bar or the marker.
    dash
        ``"-"``, ``"--"``, ``"-."`` or ``":"``.
    marker
        ``"o"``, ``"s"``, ``"D"``, ``"^"``, ``"v"``, ``"P"``, ``"x"``, ``"*"`` or ``"|"``; none if empty.
    hatch
        Of bars: ``"//"`` or ``".."``; none if empty.
    width
        Of a line, in points.
    open
        Whether markers are drawn as an outline.
    size
        Of markers, in points.
    """

    colour: str = BLUE
    dash: str = "-"
    marker: str = ""
    hatch: str = ""
    width: float = 2
    open: bool = False
    size: float = 5


# Lines that stand beside each other differ in colour, dash and marker.
SERIES = tuple(
    Look(colour, dash, marker)
    for colour, dash, marker in (
        (BLUE, "-", "o"),
        (GREEN, "--", "s"),
        (PURPLE, "-.", "D"),
        (ORANGE, ":", "^"),
        (SKY, "-", "v"),
        (GREY, "--", "P"),
        (RED, "-.", "x"),
    )
)
# Parts of a bar differ in lightness and pattern.
FILLS = (
    Look(BLUE),
    Look(ORANGE, hatch="//"),
    Look(SKY, hatch=".."),
    Look("#d0d0d0"),
    Look(GREEN, hatch="//"),
)
# The reader's own place, and the best of a curve: marked in the same way on every picture.
YOU = Look(RED, "", "o", open=True, size=14)
BEST = Look(GREEN, "", "*", size=15)
# A line across the picture, and what is only a frame of reference.
DOTTED, PLAIN = Look(GREY, ":"), Look(GREY)
