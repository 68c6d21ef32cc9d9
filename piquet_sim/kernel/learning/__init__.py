"""Kernels by which players learn what to keep: continuations of deals, added up for a fit."""
