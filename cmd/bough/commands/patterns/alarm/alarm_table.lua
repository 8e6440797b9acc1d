-- The numbers of tree alarm, a row for each kind of agent. A save takes effect while the game plays.
local rows = {
  guard = { sight = 8, again = 5, hearing = 30, lasts = 6, speed = 3 },
  wolf = { sight = 15, again = 8, hearing = 60, lasts = 6, speed = 5 },
}

for name, row in pairs(rows) do row.row = name end -- bough explain shows it
return rows
