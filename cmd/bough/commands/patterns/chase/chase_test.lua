-- Tests of the tree chase. Run them with: bough test -v
return {
  ["it strikes whom it has reached"] = function(t)
    local one = t.spawn("chase", { x = 0, enemy_x = 3 })
    t.wait_until(function() return t.request(one, "hands") ~= nil end, 10)
    t.expect_request(one, "hands", "hit", { damage = 5 })
  end,

  ["it leaves alone what is too far away"] = function(t)
    local one = t.spawn("chase", { x = 0, enemy_x = 100 })
    t.wait(1)
    t.equal(one.x, 0)
  end,

  ["it searches where it lost it, and gives up"] = function(t)
    local one = t.spawn("chase", { x = 0, enemy_x = 6 })
    t.wait(1)
    one.enemy_x = nil
    t.wait_until(function() return one.x > 5 end, 10)
    t.wait_until(function() return one.last_x == nil end, 10)
    t.expect_log(one, "lost it")
    t.expect_log(one, "gives up")
    t.tick(2)
    t.equal(t.doing(one), "")
  end,
}
