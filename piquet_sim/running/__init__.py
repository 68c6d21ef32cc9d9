"""Playing many deals: threads, processes, a cluster; precision, checkpoints, rows on disk.

``piquet simulate`` plays deals between two strategies and prints how often things happen: a table
for both seats and three sentences, with an error for each figure. ``--all`` lists all estimates
with their intervals. ``piquet simulate --help`` lists the options.

    piquet simulate -n 100_000
    piquet simulate -n 1e6 --play double-dummy      # both sides play the cards perfectly
    piquet simulate -n 1e6 --records deals.parquet  # one row a deal, in the order of the deals
    piquet simulate --measure "difference >= 60"    # piquet help expressions
    piquet simulate --by elder.longest_suit         # all estimates in each group

In Python:

```python
from piquet_sim import simulate

result = simulate("club", "novice", n=1_000_000, seed=1, mirrored=True)
result.estimates["elder_repique"]  # value, se, low, high, n, method
result.table()  # all of them, as a data frame
```

Deals are played in *blocks* of a fixed number, 4,096 of ``club`` and fewer of slower players, and
the blocks are added in their order. What is finished is always the first so many deals. Tallies are
sums of integers, so the result is the same, bit for bit, on any number of threads or machines, and
for runs that were killed and continued; the first deals of a longer run are those of a shorter one.

Precision
---------
``--precision ESTIMATE=ERROR``, which may be repeated, plays until the standard errors are that
small, in the unit of the estimate or as a percentage of its value. ``-n`` and ``--max-time`` can
end the run earlier.

    piquet simulate --precision difference=0.05 --precision elder_repique=2% --max-time 10m

For an event that hardly ever happens, simulate under a condition that it needs, and multiply by the
exact share of the deals that meet it: with ``--given``, ``--json`` has that product for every event
(``of_all``), as ``Result.shares_of_all`` has it in Python.

    piquet simulate -n 100_000 --given "elder.aces == 4" --json

Stopping and continuing
-----------------------
Ctrl-C ends a run within about a second. The figures of the deals played so far are printed with
their number, and the exit code is 130. In Python, ``KeyboardInterrupt`` is raised, so that a loop
of runs ends, too; with ``on_interrupt="return"`` ``simulate``, ``simulate_matches`` and ``duel``
return what was played. A run that was stopped is lost, unless a file keeps what it has counted:

    piquet simulate -n 1e9 --checkpoint run.checkpoint  # stopped or killed: again
    piquet duel master expert --precision 0.05 --checkpoint duel.checkpoint
    piquet study all --checkpoint studies.checkpoint

``--checkpoint FILE``, in Python ``checkpoint=FILE``, is written every ten seconds, at Ctrl-C, at a
time limit, and when the process is asked to terminate; it is written under another name and then
renamed. The same command continues from it to the same result, bit for bit, as a run that was never
stopped, on any number of threads; with a greater ``-n``, or another precision, it plays further
deals. When the run is complete the file is removed. A file that is damaged, or that was made by
other code or for another question, is refused in one line that says what differs. Of a study, or of
all, it keeps what is finished and what is in hand: deals, matches, and decisions that are judged;
only work whose answers take more than 64 MB is done again. A run with ``--records`` has no
checkpoint: when it is stopped, the file holds the rows of the deals played so far.

More than one machine
---------------------
For players such as ``master``, who need milliseconds per deal, ``--cluster tcp://HOST:8786`` sends
blocks of deals to a Dask cluster; ``--cluster local`` starts one on this machine. It needs ``pip
install 'piquet-sim[cluster]'``.

    piquet simulate -n 1e6 --elder master --cluster tcp://10.0.0.1:8786

The answer is the same as with one thread, bit for bit. If a worker is lost, its blocks are played
again elsewhere. Workers may join at any time, a run waits while there is none, and checkpoints and
``--precision`` work as usual. Start the scheduler on one of your machines and workers on all the
others, with the same version of this package installed: a worker with another engine, or whose
players learned from other data, refuses in one line. Give each worker as many threads as
processors, since the engine releases the interpreter's lock:

    dask scheduler --port 8786
    dask worker tcp://HOST:8786 --nworkers 1 --nthreads 16

Each process compiles the engine and builds the table of perfect play, so start one worker per
socket, not one per core. In Python, write ``simulate("master", mine, n=10**6,
cluster="tcp://HOST:8786")``; a strategy of your own is found there by its module and name, or sent
as its Python functions. Instead of a cluster, ``executor=`` takes any executor of
``concurrent.futures``, such as a ``ProcessPoolExecutor``. A scheduler obeys everyone who can reach
it: keep its port within your own network.

Where a number comes from
-------------------------
Every ``meta.json``, JSON answer and Parquet file records what was simulated, the versions, and
digests of the engine's code, of the strategies, and of what they learned. Charts contain the same
description.

    piquet study pique --published --out again      # makes a published result again

The same players, rules, seed and number of deals give the same numbers, bit for bit, wherever the
digests are the same.
"""
