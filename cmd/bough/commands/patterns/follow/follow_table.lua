-- The numbers of tree follow, a row for each kind of agent. A save takes effect while the game plays.
-- It comes when the leader is further away than far, and makes room when it is nearer than close; both end at near.
local rows = {
  guard = { close = 1, near = 2, far = 4, speed = 2 },
  wolf = { close = 2, near = 4, far = 8, speed = 5 },
}

for name, row in pairs(rows) do row.row = name end -- bough explain shows it
return rows
