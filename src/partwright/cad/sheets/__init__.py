"""Technical drawings: views placed on a sheet, dimensioned, with a title block; pure."""
