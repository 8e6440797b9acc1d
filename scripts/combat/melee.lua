-- One exchange of blows. Its children take turns; when the last one is done, or
-- one fails, the exchange is over and the next tick begins another one.
return {
  doc = "One exchange: its children in turn.",
  children = "sequential",
}
