return {
  doc = "Says that nobody is here.",
  behavior = function()
    bt.board("tavern").alarm = nil
    return "success"
  end,
}
