"""The compiled rules against the plain-Python referees."""
