local Pile = {}
Pile.__index = Pile

function Pile.new() return setmetatable({ n = 1 }, Pile) end

function Pile:grow()
  self.n = self.n * 2 % 1000003
  return self.n
end

return Pile
