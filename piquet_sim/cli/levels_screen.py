"""What a person reads about a simulation by two levels."""

from typing import TYPE_CHECKING

from piquet_sim.cli.screen import print_explained, print_text, show_interval, show_value
from piquet_sim.cli.simulation_screen import Listed

if TYPE_CHECKING:
    from piquet_sim.running.levels import Levels


def tell_levels(found: "Levels", listed: Listed) -> None:
    """Print how the deals are divided, and the estimates: those asked for, or the usual ones."""
    from piquet_sim.estimates.steadied import STEADIED
    from piquet_sim.estimates.tally import find_measure

    simulation, cheap, about = found.simulation, found.cheap, found.describe()
    one, two = simulation.elder.name, simulation.younger.name
    seats = ("", "") if simulation.mirrored else (" as elder", " as younger")
    print_text(
        f"{one}{seats[0]} and {two}{seats[1]} by two levels, rules {simulation.rules.name}, seed "
        f"{simulation.seed}: {found.deals:,} deals as they play them, compared with the same cards "
        f"exchanged by {cheap.elder.name} and {cheap.younger.name} and played perfectly, "
        f"and {about['cheap_deals']:,} further deals of that kind, after a pilot of "
        f"{about['pilot_deals']:,} ({found.seconds:.1f} s)."
    )
    if simulation.given is not None:
        print_text(f"Given that {simulation.given}.")
    chosen = listed or {"": [name for name in STEADIED if name in found.estimates]}
    missing = []
    tables = {}
    for title, names in chosen.items():
        missing += [name for name in names if name not in found.estimates]
        rows = []
        for name in names:
            if name not in found.estimates:
                continue
            estimate, measure = found.estimates[name], find_measure(name)
            scale = (100, "%") if measure.is_flag else (1, "")
            gain = found.gain(name)
            said = measure.meaning if gain is None else f"{measure.meaning} (×{gain:.2g})"
            cells = show_value(estimate, *scale), show_interval(estimate, *scale)
            rows.append((name, *cells, said))
        if rows:
            tables[title] = rows
    print_explained(("estimate", "value ± se", "95% interval"), tables)
    if missing:
        print_text(f"Too rare, or too seldom different, in so few deals: {', '.join(missing)}.")
    print_text(
        "(±: one standard error. In brackets: how many times as long a plain run would take.)"
    )
