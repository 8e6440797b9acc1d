return {
  doc = "Its children take turns. Losing the target ends it, whoever's turn it is.",
  children = "sequential",
}
