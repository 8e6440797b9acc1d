-- Children take turns: walk on, look about; then the next time round.
return {
  doc = "One leg of a round.",
  children = "sequential",
}
