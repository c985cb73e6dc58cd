"""A designer's data: starting a project, making decks, telling two rosters apart."""
