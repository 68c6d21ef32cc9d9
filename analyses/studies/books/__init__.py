"""Questions about books: are the maxims right, and the published figures?"""
