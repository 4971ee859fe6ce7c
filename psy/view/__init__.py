"""Tables, figures and controls that notebooks show: the only floor that knows matplotlib and ipywidgets."""

from psy.view.basis import rests_on
from psy.view.chart import Table
from psy.view.controls import Menu, Sheet, Slider, picture
from psy.view.exercise import Exercise
from psy.view.explore import explore
from psy.view.numbers import decimal, exactly, percent
from psy.view.prose import in_short, tell
from psy.view.words import listed, plural, share
