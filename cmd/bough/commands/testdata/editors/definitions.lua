---@meta
-- What Bough gives to scripts, for the Lua language server. Set Lua.runtime.version to "Lua 5.1".

---The table that a file of scripts returns.
---@class bough.Behavior
---@field precondition? fun(agent: bough.Agent, params: table): any Returns whether the behavior is ready: any value except nil and false means yes. It must not change anything.
---@field on_enter? fun(agent: bough.Agent, params: table, memory: table): any Called once when the behavior becomes active, before its first behavior call.
---@field behavior? fun(agent: bough.Agent, params: table, memory: table): any Called in every tick while active. Returns nothing or "running", "success" or true, "failure" or false.
---@field run? fun(agent: bough.Agent, params: table, memory: table): any A coroutine instead of behavior: bt.yield(), bt.wait(s) and bt.wait_until(f) end the tick as running; its result is the status, and nothing means success.
---@field on_exit? fun(agent: bough.Agent, params: table, memory: table, reason: string): any Called once when the behavior stops being active. The reason is success, failure, aborted, error, reloaded, reset, despawned, switched or closed.
---@field on_reload? fun(agent: bough.Agent, params: table, memory: table, old: table): any Called after the file changed while the behavior was active; old is the former table.
---@field utility? fun(agent: bough.Agent, params: table): any Under a utility chooser: the score of the behavior, a number. It must not change anything.
---@field postcondition? fun(agent: bough.Agent, params: table): any Under a goal chooser: returns whether the goal of the behavior is achieved already. It must not change anything.
---@field choose? fun(agent: bough.Agent, params: table, children: table): any Makes the behavior a chooser: gets a list of the ready children, each with name, index, active and score, and returns the position of one in this list, or nothing. It must not change anything.
---@field result? fun(agent: bough.Agent, params: table, memory: table, status: string): any Makes the behavior a decorator: called after its only child has run, with "running", "success" or "failure"; it returns the status of the behavior, or nothing to keep that of the child.
---@field children? string How the behavior picks among its children: exclusive (default), the first ready one; sequential, one after another; or the name of one of Bough's choosers.
---@field non_exclusive? boolean Under an exclusive parent: the later siblings are tried although this behavior runs.
---@field stimulus? string Ready only while the agent holds a stimulus of this name that guard and precondition accept (S2).
---@field params? table Defaults of the parameters; a tree may override them.
---@field args? table Names of the parameters that a tree may give by position, in order.
---@field interval? number Seconds for which the answers of guard and precondition are reused, for each agent and node.
---@field importance? number How important it is to tick an agent often while this behavior is active. The game may use it.
---@field restart_on_reload? boolean When the file changes while the behavior is active: exit with the old code and enter again, instead of continuing with the new functions.
---@field doc? string A sentence about the behavior, which tools show.

---@alias vector {x: number, y: number, z?: number}
---@alias seconds number

---Time, statuses, waiting, stimuli, requests, boards, history. While a file is loaded, only bt.log works (P3).
bt = {}

---Seconds since this agent's previous tick (K2).
---@type number
bt.dt = nil

---The status "running" (B5).
---@type string
bt.RUNNING = nil

---The status "success" (B5).
---@type string
bt.SUCCESS = nil

---The status "failure" (B5).
---@type string
bt.FAILURE = nil

---Seconds on the clock of the world (K1).
---@return number
function bt.time() end

---Number of the tick of the world, from 1.
---@return number
function bt.tick() end

---Writes a line to the log (P8).
---@param ... any
function bt.log(...) end

---Data and name of the stimulus by which the node was entered or, in its guard and precondition, about which it is asked; nil if there is none (S9).
---@return any
---@return string
function bt.stimulus() end

---Whether a node of the tree ran in one of the last ticks; 1, the default, is the previous tick (H4).
---@param node string
---@param ticks? number
---@return boolean
function bt.ran(node, ticks) end

---Whether a node of the tree ran exactly so many ticks ago (H4).
---@param node string
---@param ticks number
---@return boolean
function bt.ran_ago(node, ticks) end

---Whether a node of the tree is active (H4).
---@param node string
---@return boolean
function bt.active(node) end

---For how many seconds a node of the tree has been active; 0 if it is not (H5).
---@param node string
---@return number
function bt.since(node) end

---Kind and data of the request in force on a channel of the agent, nil if there is none (R7).
---@param channel string
---@return string?
---@return any
function bt.in_force(channel) end

---A table that agents share. Writes can be seen from the next tick (W1).
---@param name string
---@return table
function bt.board(name) end

---Sets an entry of a board that is free, to the number of this agent unless a value is given; it is removed when the agent leaves the world (W3).
---@param board string
---@param entry string
---@param value? any
function bt.claim(board, entry, value) end

---Removes an entry of a board that this agent has claimed, and no other (W3).
---@param board string
---@param entry string
function bt.unclaim(board, entry) end

---Sends a stimulus to the agent of that number; it lives ttl seconds, 1 unless given (S7). An agent that is gone gets nothing.
---@param id number
---@param name string
---@param data? any
---@param ttl? number
function bt.post(id, name, data, ttl) end

---Asks the game for something; options are channel, a string, and priority, a number (R1).
---@param agent table
---@param kind string
---@param data? any
---@param options? table
function bt.request(agent, kind, data, options) end

---Marks this tick as worth looking at later: tools show the mark, and a game may save its recording (P8).
---@param ... any
function bt.mark(...) end

---Resets the agent after this tick (X6).
---@param agent table
function bt.reset(agent) end

---The agent misses its ticks until this time has passed or a stimulus arrives (P7).
---@param seconds number
function bt.sleep(seconds) end

---In run: continues in the next tick (P6).
function bt.yield() end

---In run: continues after this time (P6).
---@param seconds number
function bt.wait(seconds) end

---In run: continues when f() is true; f is called once in each following tick (P6).
---@param f function
function bt.wait_until(f) end

---Helpers of the arena of bough play, for its samples; another game has its own. Lengths are in units, ids are those of agents.
field = {}

---Nearest visible enemy within range, or nil.
---@param id number
---@param range number
---@return number?
function field.sight(id, range) end

---Visible enemies within range, nearest first.
---@param id number
---@param range number
---@return number[]
function field.enemies(id, range) end

---Members of the own team within range, nearest first.
---@param id number
---@param range number
---@return number[]
function field.friends(id, range) end

---Others of the own kind within range, nearest first.
---@param id number
---@param range number
---@return number[]
function field.pack(id, range) end

---Agents that hear a noise which carries this far, nearest first.
---@param id number
---@param loudness number
---@return number[]
function field.earshot(id, loudness) end

---Nearest enemy around an agent, in any direction, or nil.
---@param id number
---@param range number
---@return number?
function field.threat(id, range) end

---Whether one agent sees another.
---@param id number
---@param other number
---@return boolean
function field.can_see(id, other) end

---Where an agent is, as x, y; nil if it is dead.
---@param id number
---@return number?
---@return number?
function field.position(id) end

---Distance between two agents; nil if the other is dead.
---@param id number
---@param other number
---@return number?
function field.distance_to(id, other) end

---Whether an agent is no further than range from a place.
---@param id number
---@param x number
---@param y number
---@param range number
---@return boolean
function field.near(id, x, y, range) end

---The angle in degrees at which an agent sees a place; east is 0, south 90.
---@param id number
---@param x number
---@param y number
---@return number
function field.bearing(id, x, y) end

---Whether an agent lives.
---@param id number
---@return boolean
function field.is_alive(id) end

---Whether an agent hides.
---@param id number
---@return boolean
function field.is_hidden(id) end

---Hit points of an agent as a fraction of its maximum, 0 to 1.
---@param id number
---@return number
function field.health(id) end

---Kind of an agent: "wolf", "guard", ...
---@param id number
---@return string
function field.kind_of(id) end

---Nearest hut or bush to hide in, as x, y; nil if there is none near.
---@param id number
---@return number?
---@return number?
function field.nearest_hiding_place(id) end

---Whether an agent stands where it can hide.
---@param id number
---@return boolean
function field.at_hiding_place(id) end

---The place further from another agent, as x, y.
---@param id number
---@param other number
---@param distance number
---@return number
---@return number
function field.away(id, other, distance) end

---The place at an angle and a distance from x, y, never off the land.
---@param x number
---@param y number
---@param degrees number
---@param distance number
---@return number
---@return number
function field.around(x, y, degrees, distance) end

---The place beside another agent, different for each agent that asks, as x, y; nil if the other is dead.
---@param id number
---@param other number
---@param distance number
---@return number?
---@return number?
function field.flank(id, other, distance) end

---i-th place of a route, from 1, as x, y; the first place follows the last; nil if there is no such route.
---@param id number
---@param route string
---@param i number
---@return number?
---@return number?
function field.waypoint(id, route, i) end

---Living owner of a pet, or nil.
---@param id number
---@return number?
function field.owner(id) end

---Living pet of an owner, or nil.
---@param id number
---@return number?
function field.pet(id) end

---Geometry, if the game binds it. Angles are in degrees: east, the direction of x, is 0, that of y is 90. A vector is a table with x, y and, optionally, z. Lengths are in the unit of the game.
geom = {}

---The vector a + b.
---@param a vector
---@param b vector
---@return vector
function geom.add(a, b) end

---The vector a - b, the way from b to a.
---@param a vector
---@param b vector
---@return vector
function geom.sub(a, b) end

---The vector v, factor times as long.
---@param v vector
---@param factor number
---@return vector
function geom.scale(v, factor) end

---The dot product of two vectors; positive if they point the same way.
---@param a vector
---@param b vector
---@return number
function geom.dot(a, b) end

---The cross product of two vectors, at a right angle to both.
---@param a vector
---@param b vector
---@return vector
function geom.cross(a, b) end

---The length of a vector.
---@param v vector
---@return number
function geom.length(v) end

---The vector of length 1 in the direction of v; zero stays zero.
---@param v vector
---@return vector
function geom.normalize(v) end

---The distance between two points.
---@param x1 number
---@param y1 number
---@param x2 number
---@param y2 number
---@return number
function geom.distance(x1, y1, x2, y2) end

---The square of the distance, enough for comparing.
---@param x1 number
---@param y1 number
---@param x2 number
---@param y2 number
---@return number
function geom.distance_squared(x1, y1, x2, y2) end

---The unit vector dx, dy from the first point to the second; 0, 0 if they are the same.
---@param x1 number
---@param y1 number
---@param x2 number
---@param y2 number
---@return number
---@return number
function geom.direction(x1, y1, x2, y2) end

---The angle of a direction in degrees, 0 to 360; x is 0, y is 90.
---@param dx number
---@param dy number
---@return number
function geom.angle(dx, dy) end

---The angle between two directions, 0 to 180 degrees.
---@param ax number
---@param ay number
---@param bx number
---@param by number
---@return number
function geom.angle_between(ax, ay, bx, by) end

---The degrees to turn from one angle to another by the shorter way, -180 to 180.
---@param from number
---@param to number
---@return number
function geom.angle_difference(from, to) end

---The vector x, y turned by an angle.
---@param x number
---@param y number
---@param degrees number
---@return number
---@return number
function geom.rotate(x, y, degrees) end

---The number t of the way from a to b; 0 gives a, 1 gives b.
---@param a number
---@param b number
---@param t number
---@return number
function geom.lerp(a, b, t) end

---x, but not less than lo and not more than hi.
---@param x number
---@param lo number
---@param hi number
---@return number
function geom.clamp(x, lo, hi) end

---Whether the point tx, ty is in the field of view of an agent at x, y that faces an angle, sees fov degrees in all, and sees as far as range.
---@param x number
---@param y number
---@param facing number
---@param fov number
---@param range number
---@param tx number
---@param ty number
---@return boolean
function geom.in_cone(x, y, facing, fov, range, tx, ty) end

---The number of points that a line and a circle share, and the points as ax, ay, bx, by.
---@param x1 number
---@param y1 number
---@param x2 number
---@param y2 number
---@param cx number
---@param cy number
---@param radius number
---@return number
---@return number
---@return number
---@return number
---@return number
function geom.line_circle(x1, y1, x2, y2, cx, cy, radius) end

---Whether the way between two points touches a disc, and where first.
---@param x1 number
---@param y1 number
---@param x2 number
---@param y2 number
---@param cx number
---@param cy number
---@param radius number
---@return boolean
---@return number
---@return number
function geom.segment_circle(x1, y1, x2, y2, cx, cy, radius) end

---The index of the nearest of a list of vectors; 0 if there is none.
---@param x number
---@param y number
---@param points vector[]
---@return number
function geom.nearest_of(x, y, points) end

---The point step nearer to tx, ty, and whether it is reached.
---@param x number
---@param y number
---@param tx number
---@param ty number
---@param step number
---@return number
---@return number
---@return boolean
function geom.move_toward(x, y, tx, ty, step) end

---An agent, with the fields that the game declares and those that scripts and trees use.
---@class bough.Agent
---@field id integer
---@field name string
---@field hp? number Hit points left. A new agent has 100.
---@field mood? "calm"|"wild" How it feels. A new agent has "calm".
---@field target? integer Whom it attacks.
---@field nest? vector Where it lives.
---@field bag? {gold?: number, keys?: string[]} What it carries.
---@field ally? userdata a handle.
---@field born? any Seconds since the beginning.
---@field chased_by? any
---@field fled? boolean
---@field steps? number
---@field [string] any

---@class combat.strike.Params

---@class combat.strike.Behavior: bough.Behavior
---@field precondition? fun(agent: bough.Agent, params: combat.strike.Params): any Returns whether the behavior is ready: any value except nil and false means yes. It must not change anything.
---@field on_enter? fun(agent: bough.Agent, params: combat.strike.Params, memory: table): any Called once when the behavior becomes active, before its first behavior call.
---@field behavior? fun(agent: bough.Agent, params: combat.strike.Params, memory: table): any Called in every tick while active. Returns nothing or "running", "success" or true, "failure" or false.
---@field run? fun(agent: bough.Agent, params: combat.strike.Params, memory: table): any A coroutine instead of behavior: bt.yield(), bt.wait(s) and bt.wait_until(f) end the tick as running; its result is the status, and nothing means success.
---@field on_exit? fun(agent: bough.Agent, params: combat.strike.Params, memory: table, reason: string): any Called once when the behavior stops being active. The reason is success, failure, aborted, error, reloaded, reset, despawned, switched or closed.
---@field on_reload? fun(agent: bough.Agent, params: combat.strike.Params, memory: table, old: table): any Called after the file changed while the behavior was active; old is the former table.
---@field utility? fun(agent: bough.Agent, params: combat.strike.Params): any Under a utility chooser: the score of the behavior, a number. It must not change anything.
---@field postcondition? fun(agent: bough.Agent, params: combat.strike.Params): any Under a goal chooser: returns whether the goal of the behavior is achieved already. It must not change anything.
---@field choose? fun(agent: bough.Agent, params: combat.strike.Params, children: table): any Makes the behavior a chooser: gets a list of the ready children, each with name, index, active and score, and returns the position of one in this list, or nothing. It must not change anything.
---@field result? fun(agent: bough.Agent, params: combat.strike.Params, memory: table, status: string): any Makes the behavior a decorator: called after its only child has run, with "running", "success" or "failure"; it returns the status of the behavior, or nothing to keep that of the child.

---@class flee.Params
---@field goal? string|number
---@field near number
---@field from {x?: number, y?: number}
---@field route string[]
---@field quiet boolean|string
---@field any table
---@field who? integer

---Runs away.
---@class flee.Behavior: bough.Behavior
---@field precondition? fun(agent: bough.Agent, params: flee.Params): any Returns whether the behavior is ready: any value except nil and false means yes. It must not change anything.
---@field on_enter? fun(agent: bough.Agent, params: flee.Params, memory: table): any Called once when the behavior becomes active, before its first behavior call.
---@field behavior? fun(agent: bough.Agent, params: flee.Params, memory: table): any Called in every tick while active. Returns nothing or "running", "success" or true, "failure" or false.
---@field run? fun(agent: bough.Agent, params: flee.Params, memory: table): any A coroutine instead of behavior: bt.yield(), bt.wait(s) and bt.wait_until(f) end the tick as running; its result is the status, and nothing means success.
---@field on_exit? fun(agent: bough.Agent, params: flee.Params, memory: table, reason: string): any Called once when the behavior stops being active. The reason is success, failure, aborted, error, reloaded, reset, despawned, switched or closed.
---@field on_reload? fun(agent: bough.Agent, params: flee.Params, memory: table, old: table): any Called after the file changed while the behavior was active; old is the former table.
---@field utility? fun(agent: bough.Agent, params: flee.Params): any Under a utility chooser: the score of the behavior, a number. It must not change anything.
---@field postcondition? fun(agent: bough.Agent, params: flee.Params): any Under a goal chooser: returns whether the goal of the behavior is achieved already. It must not change anything.
---@field choose? fun(agent: bough.Agent, params: flee.Params, children: table): any Makes the behavior a chooser: gets a list of the ready children, each with name, index, active and score, and returns the position of one in this list, or nothing. It must not change anything.
---@field result? fun(agent: bough.Agent, params: flee.Params, memory: table, status: string): any Makes the behavior a decorator: called after its only child has run, with "running", "success" or "failure"; it returns the status of the behavior, or nothing to keep that of the child.
