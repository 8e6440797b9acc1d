-- 行为树 villager 的测试。运行它们：bough test -v
return {
  ["敌人靠近时逃跑"] = function(t)
    local villager = t.spawn("villager", { hp = 100, x = 0 })
    t.tick(3)
    t.expect_active(villager, "stroll")
    villager.enemy_x = 5
    t.tick()
    t.expect_active(villager, "flee")
    t.expect_log(villager, "救命！")
  end,

  ["敌人走远后继续散步"] = function(t)
    local villager = t.spawn("villager", { hp = 100, x = 0, enemy_x = 5 })
    t.wait(2)
    t.expect_active(villager, "stroll")
    t.expect(villager.x < -4, "先逃跑了一段")
  end,

  ["受伤时站着不动"] = function(t)
    local villager = t.spawn("villager", { hp = 10, x = 0 })
    t.tick(3)
    t.equal(villager.x, 0)
  end,
}
