"""Every notebook run again as `make notebooks` does it: nothing changes, and it names the rules it reads."""

import ast
import base64
import io
import json
import shutil
from pathlib import Path

import nbformat
import pytest
from PIL import Image

from psy.report import notebook as notebook_module
from psy.report.command import main
from psy.report.notebook import all_notebooks, psy_notebooks

NOTEBOOKS = all_notebooks()
every_notebook = pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.path.name)


@pytest.fixture(scope="module")
def again(tmp_path_factory):
    """The notebooks, stored anew in another folder, and what each of them read of the rules."""
    folder = tmp_path_factory.mktemp("again")
    shutil.copytree(psy_notebooks(), folder / "notebooks")
    startup = folder / "ipython" / "profile_default" / "startup"
    startup.mkdir(parents=True)
    # A module has names of its own: what a startup file defines would be the notebook's.
    (startup / "trace.py").write_text(
        f"__import__('sys').path.append({str(Path(__file__).parent)!r})\n__import__('trace_rules').start()"
    )
    (folder / "trace").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(notebook_module, "notebook_folders", lambda: [folder / "notebooks"])
        patch.setenv("IPYTHONDIR", str(folder / "ipython"))
        patch.setenv("PSY_TRACE", str(folder / "trace"))
        assert main(["store"]) == 0
    return folder


def pixels(text):
    """Return a stored notebook with its pictures as pixels: how they are packed may vary between machines."""
    cells = nbformat.reads(text, as_version=4)
    pictures = []
    for cell in cells.cells:
        for output in cell.get("outputs", []):
            if png := output.get("data", {}).pop("image/png", None):
                pictures.append(Image.open(io.BytesIO(base64.b64decode(png))).convert("RGB").tobytes())
    return cells, pictures


@every_notebook
def test_running_it_again_changes_nothing(again, notebook):
    before = notebook.path.read_text(encoding="utf-8")
    after = (again / "notebooks" / notebook.path.name).read_text(encoding="utf-8")
    if before != after:
        assert pixels(before) == pixels(after)


@every_notebook
def test_it_names_every_rule_that_it_reads(again, notebook):
    sources = [cell.source for cell in notebook.read().cells if cell.cell_type == "code"]
    traces = [json.loads(file.read_text()) for file in (again / "trace").iterdir()]
    (read,) = [trace["read"] for trace in traces if trace["cells"] == sources]
    assert any(read.values())
    named = ast.literal_eval(_call(sources[-1], "rests_on").args[0])
    unnamed = {file: set(keys) - set(named.get(file, ())) for file, keys in read.items()}
    assert not any(unnamed.values()), unnamed


def _call(source, name):
    """Return the call of a function in a cell."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    (call,) = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == name]
    return call
