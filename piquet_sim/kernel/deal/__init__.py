"""One deal: dealing, what a hand holds, calls, what a seat sees and decides, tricks."""
