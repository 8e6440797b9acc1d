-- The numbers of tree flee, a row for each kind of agent. A save takes effect while the game plays.
-- It begins to flee when the enemy is nearer than near, and ends when it is as far as far.
local rows = {
  guard = { near = 3, far = 6, speed = 3 },
  wolf = { near = 5, far = 12, speed = 5 },
}

for name, row in pairs(rows) do row.row = name end -- bough explain shows it
return rows
