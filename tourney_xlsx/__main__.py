"""`python -m tourney_xlsx` is the command `tourney-xlsx`."""

from .cli import program

if __name__ == "__main__":
    program()
