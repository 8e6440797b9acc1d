local animation = require "lib.animation"

return {
  doc = "Moves the animation on by one frame, whatever clip it is.",

  behavior = function(agent)
    animation.advance(agent)
  end,
}
