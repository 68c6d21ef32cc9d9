"""The old maxims, each as a rule that can be tried in deals.

`maxim` says what a maxim is, and what the authors wrote; `discard`, `calls`, `cards` and `score`
have the maxims of an arena, one function each, found by what it prescribes; `facts` has what rules
ask of hands and of what a seat sees. `trial` is what all trials have in common; `discard_trial`,
`card_trial` and `call_trial` find cases and play both sides. `verdict` judges, `chart` draws, and
`findings` reads what studies have found.
"""
