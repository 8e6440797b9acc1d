-- The numbers of tree phases, a row for each kind of agent. A save takes effect while the game plays.
-- The second phase begins at rage hit points, the last one at last.
local rows = {
  guard = { rage = 60, last = 20, damage = 5, pause = 2, hard = 15, speed = 3 },
  wolf = { rage = 80, last = 10, damage = 8, pause = 1, hard = 20, speed = 6 },
}

for name, row in pairs(rows) do row.row = name end -- bough explain shows it
return rows
