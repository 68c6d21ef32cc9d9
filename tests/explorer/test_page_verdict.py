"""The verdict on the explorer's page: where it stands, what it says, that nothing jumps."""

import json

import pytest
from explorer_page import (
    DISCARD,
    HAND,
    POOR,
    boxes_of,
    cards_of,
    focus_of,
    go,
    lay_out,
    numbers_shown,
    numbers_told,
    wait_for_text,
)

from piquet_sim.conditions.drawn_hands import rank_discards

BEST = "8H 9D 8D 8C 7C"
VALUED = "body:has(#verdict.is-settled) #parts tfoot"
"""Where there is a verdict, and one throw has been laid beside another, too."""
JUMPS = """() => {
    window.jumps = [];
    window.noteJumps = (entries) => entries.forEach(entry => entry.sources.forEach(source =>
        window.jumps.push([entry.startTime, source.node?.id || "?"])));
    window.observer = new PerformanceObserver(list => noteJumps(list.getEntries()));
    observer.observe({ type: "layout-shift" });
    window.drawn = () => new Promise(
        done => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
ANSWERS = """() => {
    const ask = window.fetch;
    window.told = {};
    window.fetch = async (address, ...more) => {
        const answer = await ask(address, ...more);
        const name = new URL(address, location).pathname.split("/").pop();
        answer.clone().text().then(
            text => { told[name] = text.trim().split("\\n").pop(); }, () => {});
        return answer;
    };
}"""
NEWS = """() => {
    window.news = [];
    new MutationObserver((all) => all.forEach(({ target }) => {
        const place = target.nodeType === 1 ? target : target.parentElement;
        const live = place?.closest("[role=status], [role=alert]");
        if (live?.textContent) window.news.push([live.id, live.textContent]);
    })).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""


def throw(cards):
    """Steps that press cards of the hand."""
    places = [f"#hand [data-card='{card}']" for card in cards.split()]
    return [(place, f"{place}[aria-pressed=true]", "") for place in places]


def list_tops(page):
    """Where on the screen what a verdict is made of begins."""
    return [
        boxes_of(page, place)[0]["top"]
        for place in ("#hand", "#best-line", "#yours-line", "#to-play", "#ranking", "#why", "#ends")
    ]


def throws_of(page, place):
    """The cards of every throw of a list, in its order."""
    return page.locator(f"{place} .pick").evaluate_all(
        "all => all.map(one => one.dataset.control.replace('throw ', ''))"
    )


@pytest.mark.parametrize(
    ("width", "height"), [pytest.param(1280, 900, marks=pytest.mark.slow), (390, 844)]
)
def test_verdict__is_read_out_once_nothing_jumps_and_the_focus_stays(page, width, height):
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(NEWS)
    page.evaluate(JUMPS)
    lay_out(page, POOR)
    laid_out, before = page.evaluate("drawn()"), list_tops(page)
    page.wait_for_selector(VALUED)
    page.evaluate("drawn().then(() => noteJumps(observer.takeRecords()))")
    assert [place for time, place in page.evaluate("jumps") if time > laid_out] == []
    ((place, told),) = page.evaluate("news")
    assert (place, told[:6]) == ("news", "Throw ")
    page.press("#hand [data-card='7S']", "Space")
    wait_for_text(page, "#yours-line", "loses")
    told = [text for _, text in page.evaluate("news")]
    assert len(told) == len(set(told)) <= 3  # it is being valued, it loses so much
    assert ("yours" in told[-1], focus_of(page)) == (True, "7S")
    page.press("#hand [data-card='7S']", "Space")
    go(page, *throw("TS TH"), ("", "#yours-line", "loses", ""))
    assert (list_tops(page), page.evaluate("scrollY")) == (before, 0)


def test_verdict__one_of_the_list_the_best_or_too_many_and_on_to_the_play(page):
    lay_out(page, then="#verdict.is-settled")
    third = throws_of(page, "#ranked")[2]
    # The aim is there before the list of all throws is opened.
    assert (cards_of(page, "#hand", ".lift.ring"), page.input_value("#aim")) == (
        BEST.split(),
        "hand.value",
    )
    page.locator("#ranked .pick").nth(2).focus()
    go(
        page,
        ("", "#ranked tr.mine", "", "Enter"),
        ("", "?discard", third, ""),
        ("", f"#ranked:has([data-control='throw {third}']:focus)", "", ""),
        ("#ranked .pick >> nth=0", "#yours-line", "is the best"),
        ("#to-play", "#view-play", ""),
        ("", "?discard", BEST, ""),
    )
    page.go_back()
    # All throws, by count or aim, are folded below; what is typed before an answer stays.
    page.evaluate(
        """() => document.getElementById("aim").addEventListener("input", () =>
            document.getElementById("all").dispatchEvent(new Event("toggle")), { once: true })"""
    )
    best, *_ = rank_discards(HAND, "hand.knaves == 4")
    chance = f"{100 * float(best.rate('quatorze:J')):.2f}%"
    go(
        page,
        ("#hand [data-card='JC']", "#yours-line", "6 are too many; you may exchange 1 to 5"),
        ("#all-title", "#all-title", "1,585 throws"),
        ("#aim", "#view-discard", "", "hand.knavs == 4"),
        ("", "#odds-error", "did you mean 'knaves'?", "Enter"),
        ("#aim", "#view-discard", "", "hand.knaves==4"),
        ("", "#all-table tbody tr:first-child", chance, "Enter"),
        ("#more-rows", "#all-table tbody tr:nth-child(1585)", ""),
        ("#all-table .pick >> nth=700", "#ranked tr.mine .loss", "−"),
        ("#hand-text", "#blanche", "a carte blanche, which counts ten", "AT987.AT987.T9."),
    )


def test_verdict__every_number_is_the_server_s(page, server):
    page.evaluate(ANSWERS)
    lay_out(page)
    go(page, *throw(DISCARD), ("", VALUED, "", ""), ("", "#why-title", "Why yours loses", ""))
    page.evaluate(
        "document.querySelectorAll('details:not(.menu)').forEach(one => { one.open = true; })"
    )
    page.wait_for_selector("body:has(#all-table table):has(#both-table table)")
    advice, contrast = map(json.loads, page.evaluate("[told.advice, told.contrast]"))
    both = {"hand": HAND, "discard": DISCARD, "versus": throws_of(page, "#ranked")[0]}
    assert contrast == {
        **server.ask_lines("contrast", **both, deals=contrast["deals"], seconds="30")[-1],
        "elapsed": contrast["elapsed"],
    }
    odds, ends = server.ask("odds", **both), contrast["ends"]
    ranked = [
        {key: one[key] for key in ("said", "loses", "loses_se", "count")}
        for one in advice["discards"]
    ]
    own = {key: contrast[key] for key in ("less", "se_said", "mostly", "better", "equal")}
    of_place = {
        "#best-line": [ranked[0]],
        "#yours-line": [own, 100],
        "#ranked tbody": [ranked, own, contrast["discards"][0], list(range(1, 9))],
        "#all": [odds],
        "#both": [odds, server.ask("hand", hand=HAND)["holds"]],
        "#ends-table": [ends],
        "#how": [advice],
        "#why": [own, contrast["points_said"], contrast["parts"], contrast["reasons"]],
        "#ends-foot": [ends, 100],
        "#ends-chart .yours-text": [ends["means_said"][0]],
        "#ends-chart .best-text": [ends["means_said"][1]],
    }
    shown = {place: numbers_shown(page, place) for place in of_place}
    assert sum(map(len, shown.values())) > 250
    assert [
        (place, number)
        for place, answers in of_place.items()
        for number in set(shown[place]) - numbers_told(answers)
    ] == []
    assert throws_of(page, "#ranked")[:7] == [one["discard"] for one in advice["discards"][:7]]
    # What stands beside what: each loss with its error, and what is one's own.
    words = " ".join(page.locator("#yours-line, #ends-foot, #ranked .loss").all_text_contents())
    assert [
        said
        for said in (
            *(f"{one['loses']} ± {one['loses_se']}" for one in ranked[1:7]),
            f"loses {own['less']} ± {own['se_said']}",
            "behind in {1} deals of 100, with yours in {0}. ".format(*ends["behind"]),
        )
        if said not in words
    ] == []
    assert [
        row.split("\t") for row in page.locator("#ends-table tbody tr").all_inner_texts()[:-1]
    ] == [[one["said"], *(f"{share}%" for share in one["percents"][::-1])] for one in ends["bins"]]


OWN = (
    (None, None, None),
    ({"cards": ["AS"], "gap": 0, "loses": "0"}, 0, 1),
    ({"cards": ["7C", "9S"], "gap": 4, "loses": "4"}, 4, 5),  # held alike
    ({"cards": ["8H"], "gap": 8, "loses": "8"}, 7, 9),
    ({"cards": ["QD"], "gap": 2.5, "loses": "2.5"}, 3, None),
    ({"cards": ["QD"], "gap": -0.5, "loses": "-0.5"}, 1, None),
    ({"cards": ["QD"], "gap": 11, "loses": "11"}, 7, None),
    ({"cards": ["QD"], "gap": 0, "loses": None}, 7, None),  # not yet valued
)
"""One's own throw, the place where it stands, and its rank among those that were valued."""


def test_ranking__has_the_first_seven_and_ones_own_in_its_place(page, server):
    """Even where by its own deals it is a little ahead of the best, the best stays first."""
    names = ["AS", "KS", "QS", "JS", "9S", "8S", "7S", "AH", "8H"]
    throws = [
        {"cards": [card], "same": [["9S", "7C"]] * (card == "9S"), "gap": gap, "loses": f"{gap}"}
        for gap, card in enumerate(names)
    ]
    lists = page.evaluate(
        """async ([home, throws, owns]) => {
            const { chooseRows } = await import(`${home}ranking.js`);
            return owns.map(mine => chooseRows(throws, mine));
        }""",
        [server.address, throws, [mine for mine, *_ in OWN]],
    )
    for rows, (mine, place, rank) in zip(lists, OWN, strict=True):
        own = [(at, one.get("rank")) for at, one in enumerate(rows) if one.get("isMine")]
        assert own == ([] if mine is None else [(place, rank)])
        others = [one["cards"][0] for one in rows if not one.get("isMine")]
        assert others == [name for name in names[:7] if not rank or name != names[rank - 1]]
