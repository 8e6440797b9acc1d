-- Its children run one after the other: walk on, look around. Then it starts again.
return {
  doc = "One leg of a round.",
  children = "sequential",
}
