-- Tests of the tree ambush. Run them with: bough test -v
return {
  ["it lies hidden while nobody is near"] = function(t)
    local one = t.spawn("ambush", { x = 0, lair = 0, enemy_x = 20 })
    t.wait(2)
    t.equal(one.hidden, true)
    t.equal(one.x, 0)
  end,

  ["it strikes who comes near, and goes back"] = function(t)
    local one = t.spawn("ambush", { x = 0, lair = 0, kind = "wolf" })
    t.wait(1)
    one.enemy_x = 4
    t.wait_until(function() return t.request(one, "hands") ~= nil end, 10)
    t.expect_request(one, "hands", "hit", { damage = one.ambush.damage })
    t.equal(one.hidden, false)
    one.enemy_x = nil
    t.wait_until(function() return one.x == 0 and one.hidden end, 10)
  end,
}
