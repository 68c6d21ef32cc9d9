"""Everything compiled by numba: from bits to whole deals.

Kernels check nothing that they are given.
"""
