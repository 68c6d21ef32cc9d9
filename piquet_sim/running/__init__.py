"""Getting deals played: threads, a cluster, checkpoints, rows on disk, where a number is from."""
