-- Tests of the tree follow. Run them with: bough test -v
return {
  ["it comes when the leader is far, and keeps its distance"] = function(t)
    local one = t.spawn("follow", { x = 0, leader_x = 10 })
    t.wait(8)
    t.near(one.x, 10 - one.follow.near, one.follow.speed * 0.1)
    t.expect_active(one, "idle")
  end,

  ["it makes room"] = function(t)
    local one = t.spawn("follow", { x = 0, leader_x = 0.5 })
    t.tick(2)
    t.expect_active(one, "run_from")
    t.wait(3)
    t.expect_active(one, "idle")
  end,

  ["it stays when the leader moves a little"] = function(t)
    local one = t.spawn("follow", { x = 0, leader_x = 3 })
    t.wait(1)
    t.equal(one.x, 0)
  end,
}
