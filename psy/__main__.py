"""Lets ``python -m psy`` do what ``psy`` does."""

import sys

from psy.report.command import main

sys.exit(main())
