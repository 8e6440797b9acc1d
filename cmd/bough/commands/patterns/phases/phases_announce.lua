return {
  doc = "Says a sentence that the players see.",
  params = { text = "" },
  args = { "text" },

  run = function(agent, params)
    print(params.text)
    bt.request(agent, "say", { text = params.text }, { channel = "voice" })
    bt.wait(1)
  end,
}
