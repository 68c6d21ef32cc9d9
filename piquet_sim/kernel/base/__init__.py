"""The ground of the kernels: bits, random streams, tables for a suit, the table of play."""
