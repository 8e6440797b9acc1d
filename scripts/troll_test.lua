-- Tests of the tree troll. Run them with: bough test scripts --filter troll -v

local function spawn(t, hp)
  return t.spawn("troll", {
    kind = "troll", team = "monsters", hp = hp, max_hp = 120, x = 10, y = 10, facing = 0,
    home_x = 10, home_y = 10, speed = 2, sight = 8, fov = 120, damage = 20, reach = 1, route = "raid",
  })
end

-- An enemy, number 7, at a distance to the east, that the troll sees.
local function enemy(t, troll, distance)
  t.helper("field.sight", function() return 7 end)
  t.helper("field.can_see", function() return true end)
  t.helper("field.is_alive", function() return true end)
  t.helper("field.distance_to", function() return distance end)
  t.helper("field.position", function() return troll.x + distance, troll.y end)
end

return {
  ["a healthy troll goes on its raid"] = function(t)
    local troll = spawn(t, 120)
    t.tick(3)
    t.expect_active(troll, "patrol")
  end,

  ["a hurt troll rests until it is well"] = function(t)
    local troll = spawn(t, 120)
    t.tick()
    t.helper("field.near", function() return true end) -- it is at home
    troll.hp = 39
    t.tick()
    t.expect_active(troll, "rest")
    troll.hp = 99
    t.tick()
    t.expect_active(troll, "rest")
    t.wait_until(function() return troll.hp >= 100 end, 1)
    t.tick()
    t.expect_not_active(troll, "rest")
  end,

  ["it goes to an enemy that it sees, and strikes when it is near"] = function(t)
    local troll = spawn(t, 120)
    enemy(t, troll, 5)
    t.tick(2)
    t.expect_active(troll, "approach")
    t.expect_request(troll, "legs", "move", { x = 15, y = 10 })
    enemy(t, troll, 0.8)
    t.tick(2)
    t.expect_active(troll, "strike")
    t.equal(t.request(troll, "hands"), nil, "it winds up first")
    t.wait(0.6)
    t.expect_request(troll, "hands", "attack", { target = 7, damage = 20 })
    t.equal(troll.weapon, "drawn")
  end,

  ["a blow makes it roar, and strike harder"] = function(t)
    local troll = spawn(t, 120)
    enemy(t, troll, 0.8)
    t.tick()
    t.post(troll, "hurt", { by = 7 })
    t.tick(2) -- the rage begins first, the roar in the next tick
    t.expect_active(troll, "roar")
    t.wait_until(function() return t.active(troll, "strike") end, 1)
    t.wait(0.6)
    t.near(t.request(troll, "hands").data.damage, 1.6 * 20)
    t.wait(6)
    t.equal(troll.rage, nil, "the rage is over")
  end,

  ["an enemy that is gone is looked for, and then forgotten"] = function(t)
    local troll = spawn(t, 120)
    enemy(t, troll, 6)
    t.tick(2)
    t.helper("field.sight", function() return nil end)
    t.helper("field.can_see", function() return false end)
    t.tick(3)
    t.expect_active(troll, "hunt")
    t.wait(5)
    t.equal(troll.target, nil)
    t.expect_active(troll, "patrol")
  end,
}
