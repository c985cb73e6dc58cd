"""`python -m forgesim`."""

from forgesim.cli.main import main

main()
