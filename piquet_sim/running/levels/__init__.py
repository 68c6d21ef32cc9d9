"""Two levels: what dear players make, from many cheap deals and few that they really play."""
