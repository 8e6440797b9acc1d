-- One exchange of blows. Its children run one after the other; when the last one
-- ends, or one fails, the exchange is over, and the next tick begins another one.
return {
  doc = "One exchange: its children in turn.",
  children = "sequential",
}
