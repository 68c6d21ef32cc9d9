"""Getting deals played: threads, a cluster, checkpoints, rows on disk, where a number is from.

``piquet simulate`` plays deals between two strategies and prints what happens how often, each
figure with its error: a table of both seats and three sentences. ``--all`` lists all estimates with
their intervals, ``--show`` those that are named; ``piquet simulate --help`` lists the options.

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
are sums of integers: the result has the same bits for any number of threads or machines, and for
runs that were killed and resumed. ``piquet bench`` measures how fast a machine plays.

Precision
---------
``--precision ESTIMATE=ERROR``, as often as needed, plays until the standard errors are that small,
in the unit of the estimate or as a share of its value. ``--max-deals`` and ``--max-time`` end the
run earlier.

    piquet simulate --precision difference=0.05 --precision elder_repique=2% --max-time 10m

Why this does not bias the intervals is argued in `piquet_sim.running.precision` and measured in
the tests.

Stopping and resuming
---------------------
A long run may be stopped, and resumed later:

    piquet simulate -n 1e9 --checkpoint run.checkpoint  # may be stopped, or killed
    piquet resume run.checkpoint                        # goes on to the same bits

A run keeps a checkpoint in ``--checkpoint FILE``; without that option in ``results/checkpoints``,
and only if it takes more than ten seconds, or is part of a study that is expected to. It is written
every five seconds, at Ctrl-C and when the process is asked to end, under another name that is then
renamed. ``piquet resume FILE``, or the same command again, goes on to the same bits as a run that
was never stopped, on any number of threads. A checkpoint of other code, of another simulation or a
damaged one is refused in one line; it holds numbers and text and no pickles. A checkpoint that
cannot be written is reported once; the run continues.

A cluster
---------
For players such as ``master``, who take milliseconds a deal, ``--cluster tcp://HOST:8786`` hands
ranges of deals to a Dask cluster; ``--cluster local`` starts one on this machine. It needs ``pip
install 'piquet-sim[cluster]'``.

    piquet simulate -n 1e6 --elder master --cluster tcp://10.0.0.1:8786

The answer is that of one thread, bit for bit: tasks of a worker that is lost are counted again
elsewhere, workers may join at any time, checkpoints and ``--precision`` work as always. Start the
scheduler on one machine of yours and workers on all others, with the same version of this package
installed (another one is refused), and as many threads as processors, since the engine releases the
interpreter's lock:

    dask scheduler --port 8786
    dask worker tcp://HOST:8786 --nworkers 1 --nthreads 16

Each process compiles the engine and lays out the table of perfect play: start one worker a socket,
not one a core. In Python the same is ``simulate("master", mine, n=10**6,
cluster="tcp://HOST:8786")``; a strategy defined in a notebook travels as its Python functions. A
scheduler obeys everyone who reaches it: keep its port within your own network.

Where a number is from
----------------------
Every ``meta.json``, JSON answer and Parquet file carries what was simulated, the versions, digests
of the engine's and the strategies' code and of what they learned, and fingerprints of blocks of its
deals; charts carry the description.

    piquet verify results/pique     # some of its deals played again

``piquet verify`` plays random blocks (of a Parquet file: rows) again and says whether they agree,
and whether files were changed since. Of a study's result it judges the first cases again, too,
draws its chart and says its sentences again (``piquet help studies``). Where the code has changed
in the meantime it says so and judges by what comes out. What was not made again is "not checked";
the last line names it.
"""
