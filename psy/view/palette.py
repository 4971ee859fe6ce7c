"""The colours and looks of all pictures, told apart by people with any colour vision."""

from dataclasses import dataclass

from PIL.ImageColor import getrgb

# Okabe and Ito's palette. In grey ORANGE meets SKY, and GREEN, RED and PURPLE meet: where only these differ,
# a dash, a marker or a word tells them apart.
_COLOURS = "#0072B2 #E69F00 #009E73 #D55E00 #CC79A7 #56B4E9 #595959"
BLUE, ORANGE, GREEN, RED, PURPLE, SKY, GREY = _COLOURS.split()


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
_IN_ORDER = (BLUE, GREEN, PURPLE, ORANGE, SKY, GREY, RED)
SERIES = tuple(map(Look, _IN_ORDER, ("-", "--", "-.", ":", "-", "--", "-."), "osD^vPx"))
# Parts of a bar differ in lightness and pattern.
FILLS = (
    Look(BLUE),
    Look(ORANGE, hatch="//"),
    Look(PURPLE, hatch=".."),
    Look("#d0d0d0"),
    Look(GREEN, hatch="//"),
)
# The reader's own place, and the best of a curve: marked in the same way on every picture.
YOU = Look(RED, "", "o", open=True, size=14)
BEST = Look(GREEN, "", "*", size=15)
# A line across the picture, and what is only a frame of reference.
DOTTED, PLAIN = Look(GREY, ":"), Look(GREY)

# Cynthia Brewer's maps, from the palest shade to the darkest.
_MAPS = {
    "Blues": "f7fbff deebf7 c6dbef 9ecae1 6baed6 4292c6 2171b5 08519c 08306b",
    "RdBu": "67001f b2182b d6604d f4a582 fddbc7 f7f7f7 d1e5f0 92c5de 4393c3 2166ac 053061",
}


def shade(name: str, share: float) -> str:
    """Return a colour of a map of shades, from 0 the palest to 1 the darkest.

    Examples
    --------
    >>> shade("Blues", 0), shade("Blues", 1)
    ('#f7fbff', '#08306b')
    """
    stops = [getrgb(f"#{stop}") for stop in _MAPS[name].split()]
    place = min(max(share, 0), 1) * (len(stops) - 1)
    low = min(int(place), len(stops) - 2)
    return _mixed(stops[low], stops[low + 1], place - low)


def ink(colour: str) -> str:
    """Return the colour of words that read better on a colour: near black, or white.

    Examples
    --------
    >>> ink("#f7fbff"), ink("#08306b"), ink("white")
    ('#111', 'white', '#111')
    """
    linear = [((part / 255 + 0.055) / 1.055) ** 2.4 for part in getrgb(colour)]
    light = sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
    return "#111" if (light + 0.05) ** 2 > 1.05 * 0.055 else "white"


def tint(name: str) -> str:
    """Return a pale tint of a colour.

    Examples
    --------
    >>> tint("#000000")
    '#b8b8b8'
    """
    return _mixed(getrgb(name), (255, 255, 255), 0.72)


def _mixed(first: tuple[int, ...], second: tuple[int, ...], share: float) -> str:
    parts = (round(one + share * (other - one)) for one, other in zip(first, second, strict=True))
    return "#" + "".join(f"{part:02x}" for part in parts)
