"""Rewrites the ``meta.json`` of stored results to the form that results have now.

    .venv/bin/python .ci/renew_meta.py results

The question, the headline and the sentences have their names; fingerprints of cases and of blocks,
and digests of the code of studies, are left out. Tables and charts are not touched.
"""

import json
import sys
from pathlib import Path

RENAMED = {"title": "question", "finding": "headline", "summary": "sentences"}
LEFT_OUT = ("sources", "runs", "cases")


def renew(meta: dict[str, object]) -> dict[str, object]:
    """The description of a result in today's form; one that has it already stays as it is."""
    return {RENAMED.get(name, name): part for name, part in meta.items() if name not in LEFT_OUT}


if __name__ == "__main__":
    for path in sorted(Path(sys.argv[1]).glob("*/meta.json")):
        renewed = renew(json.loads(path.read_text("utf-8")))
        path.write_text(json.dumps(renewed, indent=1, ensure_ascii=False) + "\n", "utf-8")
