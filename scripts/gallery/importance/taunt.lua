return {
  doc = "Shouts at its enemy.",

  behavior = function()
    bt.log("come here!")
    return "success"
  end,
}
