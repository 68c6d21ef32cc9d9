"""What a discard makes: tried against all that may happen, two side by side, a deal in steps.

    piquet advise AKJ.AQJ8.98.J87                       # which cards should go, and why?
    piquet advise T7.T97.AQJT.KQT --seat younger --took 4 --score 68-155 --deal 6
    piquet advise AKJ.AQJ8.98.J87 --deals 4000          # the same answer on every machine
    piquet advise AKJ.AQJ8.98.J87 --discard K..98.87    # what does my own discard lose, and why?
    piquet advise AKJ.AQJ8.98.J87 --all                 # every legal discard, without a deal
    piquet advise AKJ.AQJ8.98.J87 --rules american --given "younger has carte blanche"

``piquet advise`` assumes that the opponent exchanges as ``--opponent`` says (by default
``expert``), that both call everything, and that both play the cards perfectly, seeing all. It reads
every rule book of the pack of 32; what a player may know before discarding, beside the hand and
what elder took, is an announced carte blanche (``--given``).

Discards named by ``--discard`` are tried and judged whatever they are worth, beside the best: how
often each wins the cards, makes pique, repique or capot, and the opponent against it; where the
worst and the best tenth of deals begin, how the deals spread; and the chance that it is the best of
those judged (the errors of the means being jointly normal, as the deals in common have them).
``--all`` plays nothing: it gives every legal discard its distance from the best by the learned
evaluation, which is quick and wrong by some tenths of a point.

Half of the deals choose the best discard. Fresh ones, the same for every discard that is listed,
judge it, so that its value does not contain the luck by which it was chosen. A discard is *worse
beyond doubt* when the chance of any wrong verdict in the whole run is below one in a hundred,
*probably worse* when the 95% confidence interval of its loss leaves out 0, and *too close to call*
otherwise. The reasons are differences deal by deal, said only when they are beyond their error, and
add up with the rest. With ``--json``, own ``parts`` less those that end in ``_against`` add up to
``value``.
"""
