-- Tests of the tree flee. Run them with: bough test -v
return {
  ["it flees until the enemy is far"] = function(t)
    local one = t.spawn("flee", { x = 0, enemy_x = 2 })
    t.tick(2)
    t.expect_active(one, "run_from")
    t.wait_until(function() return one.x < -3 end, 10)
    t.expect_active(one, "run_from")
    t.wait_until(function() return not t.active(one, "run_from") end, 10)
    t.expect(math.abs(one.enemy_x - one.x) >= one.flee.far, "it has fled too short a way")
  end,

  ["it does not begin to flee from what is only not far"] = function(t)
    local one = t.spawn("flee", { x = 0, enemy_x = 4 })
    t.wait(1)
    t.equal(one.x, 0)
  end,
}
