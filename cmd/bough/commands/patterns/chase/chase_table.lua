-- The numbers of tree chase, a row for each kind of agent. A save takes effect while the game plays.
local rows = {
  guard = { sight = 10, speed = 3, reach = 1, search = 2 },
  wolf = { sight = 15, speed = 5, reach = 1, search = 6 },
}

for name, row in pairs(rows) do row.row = name end -- bough explain shows it
return rows
