"""The decision memo: what a study found, in words, tables and figures."""

from forgesim.report.memo.words import headline, line_of
from forgesim.report.memo.write import PAGE, memo_files, write_memo

__all__ = ["PAGE", "headline", "line_of", "memo_files", "write_memo"]
