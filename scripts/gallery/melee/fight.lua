return {
  doc = "Its children run one after another. The fight ends when the target is lost.",
  children = "sequential",
}
