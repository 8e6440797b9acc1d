-- Tests of the tree phases. Run them with: bough test -v
return {
  ["it announces each phase once"] = function(t)
    local boss = t.spawn("phases", { x = 0, hp = 100, enemy_x = 5 })
    t.tick(2)
    t.expect_request(boss, "voice", "say", { text = "Who dares to wake me?" })
    t.wait(2)
    boss.hp = 50
    t.tick()
    t.expect_request(boss, "voice", "say", { text = "Now you will see!" })
    t.wait(2)
    boss.hp = 100
    t.tick(2)
    t.equal(t.request(boss, "voice"), nil, "it has said that already")
  end,

  ["in the second phase it strikes harder"] = function(t)
    local boss = t.spawn("phases", { x = 0, hp = 50, enemy_x = 0 })
    t.wait(2)
    t.expect_request(boss, "hands", "hit", { damage = boss.phases.hard })
  end,

  ["in the last phase it runs"] = function(t)
    local boss = t.spawn("phases", { x = 0, hp = 10, enemy_x = 1 })
    t.wait(2)
    t.expect_active(boss, "run_from")
    t.expect(boss.x < 0, "it runs away from the enemy")
  end,
}
