-- The numbers of tree patrol, a row for each kind of agent. A save takes effect while the game plays.
local rows = {
  guard = { speed = 2, pause = 1 },
  wolf = { speed = 4, pause = 0.5 },
}

for name, row in pairs(rows) do row.row = name end -- bough explain shows it
return rows
