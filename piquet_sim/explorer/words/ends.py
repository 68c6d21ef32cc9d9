"""How a deal may end after each of two throws: its outcomes in bins, and what they say."""

from typing import Any

import numpy as np

from piquet_sim.decisions.kinds.discard import Contrast
from piquet_sim.explorer.words.figures import say_number, say_points

WIDTH = 10
"""Points in a bin."""
_LOWEST, _HIGHEST = -130, 150
_LEAST_BUMP = 0.01
"""Least share of deals that is named."""
_BUMPS = {
    "repique_against": "you are repiqued",
    "pique_against": "you are piqued",
    "pique": "your pique",
    "repique": "your repique",
}


def tell_ends(contrast: Contrast) -> dict[str, Any]:
    """The distribution of own points less the other's, after either discard."""
    ends = contrast.ends
    low = max(_LOWEST, int(np.floor(ends.min() / WIDTH)) * WIDTH)
    high = min(_HIGHEST, int(np.floor(ends.max() / WIDTH) + 1) * WIDTH)
    edges = np.arange(low, high + 1, WIDTH)
    within = np.clip(ends, low, high - 1)  # the outer bins hold what lies beyond them
    shares = [np.histogram(within[:, place], edges)[0] / len(ends) for place in (0, 1)]
    return {
        "bins": [
            {
                "low": int(edge),
                "said": f"{say_points(int(edge))} to {say_points(int(edge) + WIDTH - 1)}",
                "shares": [float(share[place]) for share in shares],
                "percents": [say_number(100 * float(share[place])) for share in shares],
            }
            for place, edge in enumerate(edges[:-1])
        ],
        "width": WIDTH,
        "means": [float(mean) for mean in ends.mean(axis=0)],
        "means_said": [say_number(float(mean)) for mean in ends.mean(axis=0)],
        "behind": [round(100 * float(share)) for share in (ends < 0).mean(axis=0)],
        "middle": [
            [say_points(float(point)) for point in np.percentile(ends[:, place], (25, 75))]
            for place in (0, 1)
        ],
        "bumps": [
            {"name": said, "at": float(np.median(ends[made]))}
            for name, said in _BUMPS.items()
            if (made := contrast.bonuses[name]).mean() >= _LEAST_BUMP
        ],
    }
