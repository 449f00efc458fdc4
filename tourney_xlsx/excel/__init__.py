"""Reading the organiser's workbook and writing our sheets into it."""
