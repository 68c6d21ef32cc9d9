"""Playing many deals: threads, a cluster, checkpoints, rows on disk, where a number comes from.

``piquet simulate`` plays deals between two strategies and prints how often things happen: a table
for both seats and three sentences, with an error for each figure. ``--all`` lists all estimates
with their intervals, and ``--show`` only those that you name. ``piquet simulate --help`` lists the
options.

    piquet simulate -n 100_000
    piquet simulate -n 100_000 --show elder_repique,difference
    piquet simulate -n 1e6 --play double-dummy      # both sides play the cards perfectly
    piquet simulate -n 1e6 --records deals.parquet  # one row a deal
    piquet simulate --measure "difference >= 60"    # an estimate of your own: piquet help measures

In Python:

```python
from piquet_sim import simulate

result = simulate("club", "novice", n=1_000_000, seed=1, mirrored=True)
result.estimates["elder_repique"]  # value, se, low, high, n, method
result.table()  # all of them, as a data frame
```

Ctrl-C ends a run; the figures of the deals played so far are printed, with their number. Tallies
are sums of integers, so the result is the same, bit for bit, on any number of threads or machines,
and for runs that were killed and resumed. ``piquet bench`` measures how fast a machine plays.

Precision
---------
``--precision ESTIMATE=ERROR``, which may be repeated, plays until the standard errors are that
small, in the unit of the estimate or as a percentage of its value. ``--max-deals`` and
``--max-time`` can end the run earlier.

    piquet simulate --precision difference=0.05 --precision elder_repique=2% --max-time 10m

A run of more than ten seconds says at its second check about how long it will take, and how long
with a tenth of the error.

`piquet_sim.running.precision` explains why this does not bias the intervals, and the tests measure
it.

Two levels
----------
With ``--levels``, a slow player's scores are estimated from a few deals that they really play and
from very many cheap ones. In a cheap deal, ``expert`` exchanges in place of ``master``, and the
cards are then played perfectly with both hands seen. The estimate is the mean of the cheap deals
plus the mean difference, in the same cards, between real and cheap play (multilevel Monte Carlo,
Giles 2008).

    piquet simulate --levels --elder master --younger master -n 1_000
    piquet simulate --levels --elder master --younger master --precision difference=0.1

``-n`` counts the deals that are really played. How many cheap deals go with each real one is chosen
from a pilot of 64 deals, used for nothing else, and is part of the result. The same simulation
always gives the same number and the same answer, on any number of threads. Luck is removed from
both levels, as ``piquet help estimates`` explains.

The last column of the table says how many times as long a plain run would take to reach the same
error, by the costs that the split assumes. With 1,000 deals of ``master`` against themself (seed 1)
it says 20 for the margin, 17 for elder's score, 9 for who scores more, 11 for a repique and 1.5 for
a capot. ``piquet trust --gains 6_000`` measures the margin again in processor time: 20 with an
error of 2. For ``expert`` it is 3.9, hardly more than removing luck alone gains, and for a capot of
``expert`` 0.7, which is worse than a plain run. Against ``club``, whose play is far from perfect,
two levels gain less than that, so they are used only on request.

An estimate with too few deals for an interval is left out. A share in which fewer than five of the
real deals differ is counted as if one more did. In 1,200 runs of 64 deals by a stand-in player, 96%
of the intervals for who scores more contain the true value. Where hardly any deal differs, as when
both kinds of play call a repique alike, all of them contain it. This cannot be improved, as 64
deals cannot separate what never differs from what differs once in a hundred. Without the addition,
the intervals of an event that differs in 3 of 64 deals contain the true value in 88% of the runs.

A run that is stopped prints no figures, since neither level means anything without the other. It
continues from its checkpoint to the same result, bit for bit, and works with ``--cluster``.

Rare events
-----------
When strong players play, nearly all of younger's repiques and capots come from a few kinds of
hands. With ``--rare``, hands are therefore divided into classes that are counted exactly. The
promising classes are dealt more often than they come up, and each is weighted by its exact share;
the luck of the draw is removed from each deal. One event is estimated, and nothing else:

    piquet simulate --rare younger_capot --elder expert --younger expert
    piquet simulate --rare younger_repique --elder expert --precision younger_repique=2%

For a capot, the classes are given by the aces in both hands; for a repique, by younger's quatorzes
and longest sequence. When ``expert`` plays ``expert``, the error for younger's repique is that of
12 times as many plain deals, and for younger's capot that of 9 times as many (400 runs of 1,500 and
3,000 deals). Removing luck alone, as every simulation of strong players does, gives that of 5.3 and
2.2 times as many.

At equal processor time, ``piquet trust --gains`` measured 8 and 11 times (20,000 deals), and for
``master`` 12 and about 26 times (6,000 deals). The relative errors of these figures are a tenth,
and a half for the last. Elder's events are not estimated in this way: a repique of ``expert`` would
gain 3.8 and a capot 2.0, hardly more than removing luck alone. If luck is left in, no two of the
conditions tried on the cards dealt gain a factor of two for a repique, or for elder's capot. A
carte blanche needs no deals: its probability is known exactly, and is printed beside the estimate
if the players announce every one.

How often each class is dealt was chosen for ``expert`` and is the same for all players; no class is
dealt less than about half as often as it comes up. Other players may gain less: ``club`` in both
seats gains a factor of 1.3 for a capot, in numbers of deals. In 400 runs of ``expert``, 96% of the
intervals contained the true value. For ``club``, whose capots come from other hands, 93.5% did with
2,000 deals, and 96% with 4,000. With fewer than 2,000 deals nothing is estimated. Checkpoints
and clusters work as for two levels.

Stopping and resuming
---------------------
A long run may be stopped, and resumed later:

    piquet simulate -n 1e9 --checkpoint run.checkpoint  # may be stopped, or killed
    piquet resume run.checkpoint                        # continues to the same result

A run saves a checkpoint to ``--checkpoint FILE``. Without that option, it saves one in
``results/checkpoints`` if it takes more than ten seconds or is part of a study that is expected to.
The checkpoint is written every five seconds, at Ctrl-C, and when the process is asked to terminate;
it is written under another name and then renamed. ``piquet resume FILE``, or the same command
again, continues to the same result, bit for bit, as a run that was never stopped, on any number of
threads. A checkpoint that is damaged, or that was made by other code or for another simulation, is
refused in one line. Checkpoints hold numbers and text, and no pickles. A checkpoint that cannot be
written is reported once; the run continues.

A cluster
---------
For players such as ``master``, who need milliseconds per deal, ``--cluster tcp://HOST:8786`` sends
ranges of deals to a Dask cluster; ``--cluster local`` starts one on this machine. It needs ``pip
install 'piquet-sim[cluster]'``.

    piquet simulate -n 1e6 --elder master --cluster tcp://10.0.0.1:8786

The answer is the same as with one thread, bit for bit. If a worker is lost, its tasks are done
again elsewhere. Workers may join at any time, and checkpoints and ``--precision`` work as usual.
Start the scheduler on one of your machines and workers on all the others, with the same version of
this package installed (any other is refused). Give each worker as many threads as processors, since
the engine releases the interpreter's lock:

    dask scheduler --port 8786
    dask worker tcp://HOST:8786 --nworkers 1 --nthreads 16

Each process compiles the engine and builds the table of perfect play, so start one worker per
socket, not one per core. In Python, write ``simulate("master", mine, n=10**6,
cluster="tcp://HOST:8786")``; a strategy defined in a notebook is sent as its Python functions. A
scheduler obeys everyone who can reach it: keep its port within your own network.

Where a number comes from
-------------------------
Every ``meta.json``, JSON answer and Parquet file records what was simulated, the versions, and
digests of the engine's code, of the strategies, and of what they learned. Charts contain the same
description.

    piquet verify results/pique     # makes the study again
    piquet verify answer.json       # plays the deals of a simulation again

``piquet verify`` makes a result again from its description and says "same" or "differs"; with
``-n`` a smaller one, which "agrees within errors" or "differs" (``piquet help studies``).
"""
