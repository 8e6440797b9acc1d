-- Tests of the tree patrol. Run them with: bough test -v
return {
  ["it walks its round"] = function(t)
    local one = t.spawn("patrol", { x = 0, route = { 0, 3 } })
    t.wait_until(function() return one.x == 3 end, 10)
    t.tick(2)
    t.expect_active(one, "wait")
    t.wait_until(function() return one.x == 0 end, 10)
  end,

  ["its kind says how fast it walks"] = function(t)
    local one = t.spawn("patrol", { x = 0, kind = "wolf", route = { 8 } })
    t.tick(3)
    t.equal(one.pace, one.patrol.speed)
    t.equal(one.patrol.row, "wolf")
    one.kind = "guard"
    t.tick(2)
    t.equal(one.patrol.row, "guard")
  end,

  ["without a row it says so"] = function(t)
    local one = t.spawn("patrol", { x = 0, kind = "ghost" })
    t.tick(3)
    t.expect_log(one, "lib/patrol_table.lua has no row ghost")
    t.equal(one.x, 0)
  end,
}
