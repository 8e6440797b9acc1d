-- Tests of the tree guard. Run them with: bough test scripts --filter guard -v

local function spawn(t, hp)
  return t.spawn("guard", {
    kind = "guard", team = "village", village = "mill", hp = hp, max_hp = 100, x = 0, y = 0, facing = 0,
    home_x = 0, home_y = 0, speed = 3, sight = 10, fov = 120, damage = 10, reach = 1, route = "border",
  })
end

local function sees(t, id)
  t.helper("field.sight", function() return id end)
  t.helper("field.can_see", function() return id ~= nil end)
  t.helper("field.is_alive", function() return id ~= nil end)
  t.helper("field.distance_to", function() if id then return 3 end end)
  t.helper("field.position", function() if id then return 3, 0 end end)
end

return {
  ["who sees an enemy raises the alarm for all"] = function(t)
    local guard = spawn(t, 100)
    sees(t, 9)
    t.tick(3)
    t.expect_active(guard, "report")
    t.equal(t.board("mill").alarm.x, 3)
  end,

  ["the others come where the alarm was raised"] = function(t)
    local guard = spawn(t, 100)
    t.tick()
    t.board("mill").alarm = { by = 77, x = 40, y = 5, at = t.time() }
    t.tick()
    t.expect_active(guard, "answer_alarm")
    t.expect_request(guard, "legs", "move", { x = 40, y = 5 })
  end,

  ["an old alarm is nobody's business"] = function(t)
    local guard = spawn(t, 100)
    t.board("mill").alarm = { by = 77, x = 40, y = 5, at = 0 }
    t.wait(8.2)
    t.expect_not_active(guard, "answer_alarm")
  end,

  ["a badly hurt guard flees, and does not turn round at once"] = function(t)
    local guard = spawn(t, 100)
    sees(t, 9)
    t.helper("field.away", function() return -6, 0 end)
    t.tick(2)
    t.expect_not_active(guard, "flee")
    guard.hp = 19
    t.tick()
    t.expect_active(guard, "flee")
    t.expect_request(guard, "legs", "move", { x = -6 })
    guard.hp = 30
    t.tick()
    t.expect_active(guard, "flee")
    guard.hp = 36
    t.tick()
    t.expect_not_active(guard, "flee")
  end,
}
