"""The order of the report that all tests read."""

from analyses.report import Order

DEALS = 4_000
SECTIONS = ("elder-advantage", "carte-blanche", "pique", "published", "partie")
ORDER = Order(DEALS, sections=SECTIONS, seed=3)
