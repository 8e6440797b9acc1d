return {
  doc = "Calls out whom it has seen.",
  stimulus = "player_seen",

  behavior = function()
    bt.log("there is " .. bt.stimulus().who)
    return "success"
  end,
}
