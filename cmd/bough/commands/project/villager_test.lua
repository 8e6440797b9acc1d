-- Tests of the tree villager. Run them with: bough test -v
return {
  ["flees from an enemy that is near"] = function(t)
    local villager = t.spawn("villager", { hp = 100, x = 0 })
    t.tick(3)
    t.expect_active(villager, "stroll")
    villager.enemy_x = 5
    t.tick()
    t.expect_active(villager, "flee")
    t.expect_log(villager, "help!")
  end,

  ["walks on when the enemy is far away"] = function(t)
    local villager = t.spawn("villager", { hp = 100, x = 0, enemy_x = 5 })
    t.wait(2)
    t.expect_active(villager, "stroll")
    t.expect(villager.x < -4, "it has run away first")
  end,

  ["stands still when hurt"] = function(t)
    local villager = t.spawn("villager", { hp = 10, x = 0 })
    t.tick(3)
    t.equal(villager.x, 0)
  end,
}
