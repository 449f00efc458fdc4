"""Standings, seating and a results page from the organiser's own Excel workbook."""

__version__ = "0.1.0"
