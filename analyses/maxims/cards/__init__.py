"""Maxims on the play of the cards, each as a rule over what a seat sees, tried by deals.

`rule` says what such a rule is, `facts.views` has what rules ask for; `of_leads` and
`of_replies` have a `PlayRule` for each maxim, `lead_choices` what else elder may choose between at
the first lead. `trying` plays deals, finds in each the first moment to which a maxim applies, and
plays on with the best card that follows it and with the best that breaks it. `counting` judges the
two maxims on counting the opponent's hand.

A maxim of your own is one `PlayRule` more.
"""
