"""Studies of rules: variants side by side, sweeps, what matters most, and where two things break even."""

from psy.study.break_even import BreakEven, break_even
from psy.study.cache import CacheError
from psy.study.compare import compare
from psy.study.file import Study, read_study
from psy.study.results import Results, work_out
from psy.study.sensitivity import one_at_a_time
from psy.study.sweep import sweep
from psy.study.variants import differences, rulebook, vary
from psy.study.verdict import verdict
