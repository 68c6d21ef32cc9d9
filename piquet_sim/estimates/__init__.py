"""What sums of deals say: estimates with errors, intervals, tests of a difference."""
