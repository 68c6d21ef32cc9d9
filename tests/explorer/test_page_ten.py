"""Ten hands in a real browser: today's, and one's own errors."""

from datetime import date
from operator import itemgetter

from explorer_page import RECORD, check_layout, go, kept_of, open_page, save, wait_for_text

NEXT, THROW = "#ten [data-control=after]", "#ten [data-control=throw]"


def test_ten__hands_are_thrown_from_and_summed_up_and_slips_are_kept(page, server):
    day = f"{date.today():%Y%m%d}"
    go(
        page,
        ("a[data-view=ten]", "#view-ten", ""),
        ("[data-control=today]", "#ten .eyebrow", "Hand 1 of 10"),
        ("", "?series", None, ""),
    )
    for number in range(2, 11):
        go(
            page,
            ("", "body:has(#ten [data-card]:focus)", "", ""),
            ("", f"body:has({NEXT}:focus)", "", "x"),
            ("", "#ten .eyebrow", f"Hand {number} of 10", "Enter"),
        )
    poor = max(
        server.ask("series", series=day)["hands"][9]["cards"],
        key=lambda card: "6789TJQKA".index(card[0]),
    )
    go(
        page,
        ("[data-control='hand 2']", "#ten .eyebrow", "Hand 3 of 10"),
        (NEXT, "#ten .eyebrow", "Hand 10 of 10"),
        # The best is not shown before.
        (f"#ten:not(:has(.ring)) [data-card='{poor}']", "#ten", ""),
        (THROW, "#ten .verdict", "points"),
        ("", NEXT, "To the result", ""),
    )
    (error,) = kept_of(page)["errors"]
    assert (error["kind"], error["source"]) == ("exchange", f"ten hands of {day}")
    go(
        page,
        ("#ten [data-control=why]", "#view-discard:not([hidden]) #ranked tr.mine", ""),
        ("", "?discard", error["done"], ""),
    )
    verdict = server.ask_lines(
        "quiz", series=day, throws="-".join(["0"] * 9 + [error["done"].replace(" ", "")])
    )[-1]
    page.go_back()
    go(
        page,
        (NEXT, "#ten .sub", f"expert loses {verdict['rivals']['expert']}"),
        ("", "#ten .sub", "0 best of 1. ", ""),  # what was skipped is not judged
        ("[data-control='hand 9']", "#ten .eyebrow", "Hand 10 of 10"),
        (NEXT, "#ten .ask", verdict["lost"]),
        ("a[data-view=partie]", "#view-partie", ""),
        ("a[data-view=ten]", "#ten .ask", verdict["lost"]),
    )
    check_layout(page)


def test_ten__errors_are_asked_again_saved_opened_and_forgotten(page, server, tmp_path):
    open_page(page, server, view="review", record=RECORD, seat="elder")
    wait_for_text(page, "#review-news", "Slip")
    go(
        page,
        ("a[data-view=ten]", "#view-ten", ""),
        ("[data-control=own]", "#ten .eyebrow", "Error 1 of 2"),
        *((f"#ten [data-card='{card}']", "#ten", "") for card in ("8H", "9D", "8D", "8C", "7C")),
        (THROW, "#ten .verdict", "Best."),
        (NEXT, "#ten .ask", "What would you play?"),
        ("#ten [data-control=unknown]", "#ten .verdict", "Better:"),
        (NEXT, "#ten .sub", "1 best of 2"),
        ("", "#ten .ask", "2.0 points lost", ""),
    )
    kept, wrong = tmp_path / "kept.json", tmp_path / "wrong.json"
    kept.write_bytes(save(page, "#mistakes [data-control=save]"))
    wrong.write_text("[1]")
    before = kept_of(page)["errors"]
    go(page, ("#mistakes [data-control=forget]", "#mistakes", "None yet."))
    assert page.evaluate("localStorage.length") == 0
    page.set_input_files("#kept-file", wrong)
    wait_for_text(page, "#ten-error", "wrong.json is no file that this page saved")
    page.set_input_files("#kept-file", kept)
    wait_for_text(page, "#mistakes summary", "two errors")
    assert (kept_of(page)["errors"], all(one["seen"] for one in before)) == (before, True)
    go(
        page,
        ("#mistakes summary", "#mistakes [data-control='out 1']", ""),
        ("#mistakes [data-control='out 1']", "#mistakes summary", "one error"),
        ("", "#mistakes tbody", before[0]["said"], ""),
    )
    # A store that cannot be read is set aside.
    page.evaluate("localStorage.setItem('piquet', '{\"version\": 7}')")
    page.reload()
    wait_for_text(page, "#aside", "cannot be read")
    assert [
        text for name, text in page.evaluate("Object.entries(localStorage)") if "unreadable" in name
    ] == ['{"version": 7}']


def test_kept__are_the_costliest_and_asked_again_those_that_were_not_seen_for_longest(page, server):
    """Of today's hands what is worse than the best."""
    words = dict.fromkeys(("kind", "done", "said", "source", "day"), "x")
    errors = [
        {"key": f"{lost}", "ask": {}, "bests": [], "lost": lost, "seen": 37 * lost % 211, **words}
        for lost in (48 * number % 211 for number in range(1, 211))
    ]
    slips, kept, chosen = page.evaluate(
        """async ([address, errors]) => {
            const { addErrors, chooseErrors, forget, recall } = await import(`${address}kept.js`);
            const { Ten } = await import(`${address}ten.js`);
            const ten = new Ten({}, () => {});
            ten.run = { day: "20270131", place: 0, done: [null] };
            for (const mark of ["best", "good", "close", "under3"]) {
                ten.flash.error = { ask: { mark }, source: "x" };
                ten.flash.answered({ mark, decided: "AS", bests: [], lost: 2, said: "2" });
            }
            const slips = recall().errors.map(({ ask }) => ask.mark);
            forget();
            for (const some of [errors, errors.slice(5, 9)]) addErrors(some);
            return [slips, recall().errors, chooseErrors()];
        }""",
        [server.address, errors],
    )
    assert (slips, kept) == (["under3"], sorted(errors, key=itemgetter("lost"), reverse=True)[:200])
    unseen = sorted(kept, key=itemgetter("seen"))
    assert chosen == sorted(kept, key=lambda one: kept.index(one) + unseen.index(one))[:10]
