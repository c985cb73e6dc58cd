"""A designer's data: starting projects, making decks, telling rosters apart."""
