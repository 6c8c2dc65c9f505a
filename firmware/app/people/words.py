"""The board's texts in a language: files in app/words, read by tierce.phrases."""

from tierce.phrases import Words, table, words


class BoardWords(Words):
    """All that the board says in a language: the texts in play, and where the others are."""

    def __init__(self, language):
        Words.__init__(self, "app.words.play", "fr" if language == "fr" else "en")
        self.TABLE = table(language)  # the engine's words: cards, melds

    def why(self, reason):
        """Return the sentence of a reason: see tierce.said."""
        from tierce.said import sentence

        return sentence(reason, self.TABLE)

    def names(self):
        """Return the names of games and options."""
        return words("tierce.names", self.LANGUAGE)

    def menu(self):
        """Return the texts of menus and notices."""
        return words("app.words.menu", self.LANGUAGE)

    def decide(self):
        """Return the texts of the players' rulings."""
        return words("app.words.decide", self.LANGUAGE)

    def alerts(self):
        """Return the texts of troubles and warnings."""
        return words("app.words.alerts", self.LANGUAGE)
