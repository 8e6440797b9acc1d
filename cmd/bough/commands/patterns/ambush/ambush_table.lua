-- The numbers of tree ambush, a row for each kind of agent. A save takes effect while the game plays.
local rows = {
  guard = { reach = 3, rush = 6, damage = 10, walk = 2 },
  wolf = { reach = 5, rush = 10, damage = 20, walk = 4 },
}

for name, row in pairs(rows) do row.row = name end -- bough explain shows it
return rows
