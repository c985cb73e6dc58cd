"""Work in processes of its own: all of it comes back, with its number."""

import os
from functools import partial

import pytest

from forgesim.arena.batch import do_apart


def test_every_piece_of_work_comes_back_with_its_number() -> None:
    works = [partial(pow, 2, number) for number in range(20)]
    assert dict(do_apart(works, 2)) == {number: 2**number for number in range(20)}


def test_it_is_done_in_other_processes() -> None:
    found = dict(do_apart([os.getpid] * 4, 2))
    assert len(found) == 4
    assert os.getpid() not in found.values()


def test_what_fails_there_fails_here() -> None:
    with pytest.raises(ZeroDivisionError):
        list(do_apart([partial(divmod, 1, 0)], 2))
