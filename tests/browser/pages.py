"""A page as its reader has it: controls that are moved, and what stands there then."""

import json
from contextlib import contextmanager


@contextmanager
def opened(browser, file, address="", **options):
    """Open a page without a network; in the end it has asked for nothing, and nothing went wrong."""
    trouble = []
    context = browser.new_context(**options)
    context.set_offline(True)
    context.route(lambda url: not url.startswith("file:"), lambda route: route.abort())
    page = context.new_page()
    page.on("console", lambda message: trouble.append(message.text))
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("requestfailed", lambda request: trouble.append(f"failed: {request.url[:200]}"))
    own = (file.as_uri(), "blob:")  # A blob is what the page itself has made, to be saved.
    page.on("request", lambda request: request.url.startswith(own) or trouble.append(request.url[:200]))
    page.goto(file.as_uri() + address)
    try:
        yield page
    finally:
        context.close()
    assert not trouble, trouble


def ready(page):
    """Wait until the page's charts are drawn."""
    if page.locator("section.chart").count():
        page.wait_for_selector("html[data-charts=ready]", state="attached", timeout=60_000)
    return page


def explorations(page):
    """Return the explorations of a page in their order."""
    return page.locator("section.explore").all()


def controls(section):
    """Return the controls of an exploration that can be moved."""
    return section.locator("form.controls").locator("input, select").all()


def offered(control):
    """Return the values that a control can be moved to."""
    if control.evaluate("control => control.tagName") == "SELECT":
        return control.locator("option").all_inner_texts()
    return json.loads(control.get_attribute("data-values"))


def move(control, value):
    """Move a control as a reader does: a slider by the arrow keys, a menu by its word."""
    if control.evaluate("control => control.tagName") == "SELECT":
        control.select_option(label=value)
    else:
        steps = offered(control).index(value) - int(control.input_value())
        for _ in range(abs(steps)):
            control.press("ArrowRight" if steps > 0 else "ArrowLeft")


def shown(section):
    """Return what stands on the page now: the picture, the sentence and the table's cells.

    The picture's text alternative is the sentence, always.
    """
    seen = section.evaluate("""section => {
      const image = section.querySelector("figure img");
      return {
        alternative: image.alt,
        image: image.hidden ? null : image.src,
        sentence: section.querySelector("figcaption").textContent,
        cells: [...section.querySelectorAll(".numbers tr")].map(
          row => [...row.cells].map(cell => cell.textContent)),
      };
    }""")
    assert seen.pop("alternative") == seen["sentence"]
    return seen


def open_details(page):
    """Open everything that is folded."""
    page.evaluate("document.querySelectorAll('details').forEach(details => details.open = true)")


def answer(section, typed):
    """Type an answer to an exercise and press Enter; return what is said to it."""
    field = section.get_by_label("Your answer")
    field.fill(typed)
    field.press("Enter")
    return section.locator("output").text_content()
