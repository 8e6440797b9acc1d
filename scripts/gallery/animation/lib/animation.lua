local clips = {
  run = { frames = 4, loops = true, may_chain = 1 },
  trap = { frames = 5, ball_touched = 2, may_chain = 3 },
  shoot = { frames = 6, ball_touched = 3 },
  fall = { frames = 3 },
  get_up_forward = { frames = 2 },
  get_up_backward = { frames = 4 },
}

local animation = {}

-- The marks of a frame become fields, so that the tree can read them.
function animation.show(agent, name, frame)
  local clip = clips[name]
  agent.clip, agent.frame, agent.over = name, frame, false
  agent.ball_touched = frame == clip.ball_touched
  agent.may_chain = clip.may_chain ~= nil and frame >= clip.may_chain
end

function animation.advance(agent)
  local clip = clips[agent.clip]
  if agent.frame < clip.frames then
    animation.show(agent, agent.clip, agent.frame + 1)
  elseif clip.loops then
    animation.show(agent, agent.clip, 1)
  else
    agent.over = true
  end
end

return animation
