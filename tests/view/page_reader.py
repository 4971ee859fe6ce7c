"""Reads HTML as a browser does, to see what words that look like HTML have become."""

from html.parser import HTMLParser

HOSTILE = "</script><script>alert('1')</script> <img src=x onerror=\"alert(2)\"> & <!-- <b>"


class PageReader(HTMLParser):
    """Collects elements with their attributes, and the text between them."""

    def __init__(self, page):
        super().__init__(convert_charrefs=True)
        self.elements, self.words, self.scripts = [], [], []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data):
        inside = self.elements[-1][0] if self.elements else ""
        (self.scripts if inside == "script" else self.words).append(data)

    @property
    def names(self):
        return [name for name, _ in self.elements]

    def find(self, name):
        """Return the attributes of each element of that name."""
        return [attributes for tag, attributes in self.elements if tag == name]
