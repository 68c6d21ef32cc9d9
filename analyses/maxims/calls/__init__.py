"""Maxims on calling: in which deals they apply, what they call, and what that makes."""
