"""The balance report: findings in words, figures, tables, a page."""
