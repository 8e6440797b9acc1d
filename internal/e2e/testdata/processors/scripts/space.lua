-- Calls each function of geom.
return {
  behavior = function(agent)
    local function n() return math.random() * 20 - 10 end
    local function vector() return { x = n(), y = n(), z = n() } end
    local points = { vector(), vector(), vector() }
    local arguments = {
      add = { vector(), vector() }, sub = { vector(), vector() }, scale = { vector(), n() },
      dot = { vector(), vector() }, cross = { vector(), vector() }, length = { vector() },
      normalize = { vector() }, nearest_of = { n(), n(), points }, move_toward = { n(), n(), n(), n(), 2.3 },
      line_circle = { n(), n(), n(), n(), 0.1, 0.2, 8 }, segment_circle = { n(), n(), n(), n(), 0.1, 0.2, 8 },
      distance = { n(), n(), n(), n() }, distance_squared = { n(), n(), n(), n() },
      direction = { n(), n(), n(), n() }, angle = { n(), n() }, angle_between = { n(), n(), n(), n() },
      angle_difference = { n() * 50, n() * 50 }, lerp = { n(), n(), n() }, clamp = { n(), n(), n() },
      in_cone = { n(), n(), n() * 36, 90, 15, n(), n() }, rotate = { n(), n(), n() * 77 },
    }
    for name, f in pairs(geom) do
      local r = { f(unpack(arguments[name])) }
      for i, v in ipairs(r) do
        if type(v) == "table" then
          agent[name .. "_x"], agent[name .. "_y"], agent[name .. "_z"] = v.x, v.y, v.z
        else
          agent[name .. i] = v
        end
      end
    end
  end,
}
