"""One deal: dealing, what a hand holds, declarations, what a seat sees and decides, tricks."""
