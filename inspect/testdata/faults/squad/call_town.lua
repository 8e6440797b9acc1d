return {
  doc = "Calls the town when an alarm is heard.",
  stimulus = "alarm",
  behavior = function() bt.log("to arms!") return bt.SUCCESS end,
}
