package luabind

// usages are how the functions of the table bt are called that take arguments.
var usages = map[string]string{
	"ran":        `bt.ran("name", ticks)`,
	"active":     `bt.active("name")`,
	"since":      `bt.since("name")`,
	"in_force":   `bt.in_force("channel")`,
	"board":      `bt.board("name")`,
	"post":       `bt.post(id, "noise", { x = 1 }, seconds), where id is the number of an agent`,
	"request":    `bt.request(agent, "hit", { damage = 5 }, { channel = "hands", priority = 2 })`,
	"reset":      `bt.reset(agent)`,
	"sleep":      `bt.sleep(seconds)`,
	"wait":       `bt.wait(seconds)`,
	"wait_until": `bt.wait_until(function() return agent.hp > 30 end)`,
}
