"""What a page of a report consists of."""

from html.parser import HTMLParser

VOID = {"meta", "link", "br", "img", "input", "hr"}


class Page(HTMLParser):
    """What a page consists of, and whether its elements are closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.resources: list[str] = []
        self.headings: list[int] = []
        self.tags: list[tuple[str, dict]] = []
        self.shown = ""
        self.in_view = ""
        """What is not folded."""
        self.saved: list[str] = []
        self.files: list[str] = []
        self.summaries: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        about = dict(attrs)
        self.tags.append((tag, about))
        if "id" in about:
            self.ids.append(about["id"])
        if tag == "a":
            self.links.append(about["href"])
            if "download" in about:
                self.saved.append(about["download"])
                self.files.append(about["data-file"])
        elif about.get("src") or (tag == "link"):
            self.resources.append(str(about))
        for key in ("href", "xlink:href"):
            if tag != "a" and key in about and not about[key].startswith(("#", "data:")):
                self.resources.append(about[key])
        if tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
            self.headings.append(int(tag[1]))
        if tag == "summary":
            self.summaries.append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open[-1] != tag:
            self.faults.append(f"</{tag}> in {self.open[-3:]}")
            return
        self.open.pop()

    def handle_data(self, data):
        self.shown += data
        if "details" not in self.open:
            self.in_view += data
        if "summary" in self.open:
            self.summaries[-1] += data
