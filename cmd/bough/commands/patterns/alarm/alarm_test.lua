-- Tests of the tree alarm. Run them with: bough test -v
return {
  ["others come when one rings, until the alarm is over"] = function(t)
    local one, other = t.spawn("alarm", { x = 0, enemy_x = 3 }), t.spawn("alarm", { x = 12 })
    t.tick(2)
    t.expect_log(one, "alarm!")
    one.enemy_x = nil
    t.wait_until(function() return other.x == 3 end, 10)
    t.tick()
    t.expect_active(other, "idle")
    t.wait_until(function() return t.doing(other) == "" end, 10)
  end,

  ["one who is too far away does not hear it"] = function(t)
    t.spawn("alarm", { x = 0, enemy_x = 3 })
    local far = t.spawn("alarm", { x = 100 })
    t.wait(2)
    t.equal(far.x, 100)
  end,
}
