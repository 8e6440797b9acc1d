-- Tests of the trees squad_leader and squad_member. Run them with: bough test -v
local function squad_of_two(t)
  local leader = t.spawn("squad_leader", { x = 0 })
  return leader, t.spawn("squad_member", { x = 0, leader = leader.id, place = 1 })
end

return {
  ["it goes where it is ordered, each to its place"] = function(t)
    local leader, member = squad_of_two(t)
    t.wait(1)
    leader.order_x = 4
    t.wait(5)
    t.equal(leader.x, 4)
    t.equal(member.x, 4 + member.squad.spacing)
  end,

  ["who comes late hears the order"] = function(t)
    local leader = squad_of_two(t)
    leader.order_x = 4
    t.wait(5)
    local late = t.spawn("squad_member", { x = 0, leader = leader.id, place = -1 })
    t.wait(5)
    t.equal(late.x, 4 - late.squad.spacing)
  end,
}
