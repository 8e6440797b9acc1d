package behaviors

import (
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/engine/value"
)

var leaves = []Kind{
	{Name: "wait", Elsewhere: "sleep pause waittime waitseconds", Kind: kind.Wait, Group: Leaves, Ready: ReadyAlways, Positional: 1,
		Doc:     "Is Running for some time, then succeeds.",
		Params:  []Param{timeParam("How long.")},
		Example: "tree pause\n  sequence\n    walk\n    wait 2\n"},
	{Name: "wait_until", Kind: kind.WaitUntil, Group: Leaves, Ready: ReadyAlways, Expression: true,
		Doc:     "Is Running until the expression holds, then succeeds.",
		Example: "tree ambush\n  sequence\n    wait_until target ~= nil\n    attack\n"},
	{Name: "condition", Elsewhere: "scriptcondition check checkvar blackboardcompare blackboardcondition", Kind: kind.Condition, Group: Leaves, Expression: true,
		Doc:     "Is ready while the expression holds, and then succeeds at once.",
		Example: "tree brave\n  sequence\n    condition hp > 50\n    attack\n"},
	{Name: "set", Elsewhere: "setvar assign setblackboard setblackboardvariable blackboardset", Kind: kind.Set, Group: Leaves, Ready: ReadyAlways, Fields: true,
		Doc:     "Sets fields of the agent, and succeeds. A value is a literal or an expression, which sees the assignments before it.",
		Example: "tree alert\n  sequence\n    set alarm = true, level = (level or 0) + 1\n    run_away\n"},
	{Name: "log", Elsewhere: "consoleprint print say debuglog", Kind: kind.Log, Group: Leaves, Ready: ReadyAlways, Positional: 1,
		Doc: "Writes a line to the log, and succeeds.",
		Params: []Param{{Name: "text", Type: TextParam, Required: true, Doc: "The line.",
			set: func(s *engine.Settings, v value.Value) { s.Name = v.Str() }}},
		Example: "tree trace\n  sequence\n    log \"here\"\n    walk\n"},
	{Name: "emit", Elsewhere: "post send raise notify broadcast event sendevent", Kind: kind.Emit, Group: Leaves, Ready: ReadyAlways, Positional: 1,
		Doc: "Posts a stimulus, to the agent itself or to another one, and succeeds. The agent can see it from the next tick. A behavior that waits for it may refuse it by its data.",
		Params: []Param{
			{Name: "stimulus", Type: TextParam, Required: true, NotEmpty: true, Doc: "The name of the stimulus.",
				set: func(s *engine.Settings, v value.Value) { s.Name = v.Str() }},
			dataParam,
			{Name: "ttl", Type: SecondsParam, Default: "1", Doc: "For how many seconds an agent can take it.",
				set: func(s *engine.Settings, v value.Value) { s.Time = max(seconds(v), 1) }}, // 0 would mean the default
			{Name: "to", Type: FieldParam, Default: "the agent itself", Doc: "The field that holds the number of the agent that gets it.",
				set: func(s *engine.Settings, v value.Value) { s.To = engine.KeyOf(v.Str()) }},
		},
		Example: "tree alarm\n  sequence\n    emit \"noise\" ttl=2 to=\"friend\"\n    run_away\n"},
	{Name: "request", Kind: kind.Request, Group: Leaves, Ready: ReadyAlways, Positional: 1,
		Doc: "Asks the game for something in every tick. It succeeds when the game has ended the request, and fails when another node of the agent has replaced it.",
		Params: []Param{
			{Name: "kind", Type: TextParam, Required: true, NotEmpty: true, Doc: "What the game is asked for.",
				set: func(s *engine.Settings, v value.Value) { s.Name = v.Str() }},
			dataParam,
			{Name: "channel", Type: TextParam, NotEmpty: true, Default: "the kind", Doc: "Requests on the same channel compete.",
				set: func(s *engine.Settings, v value.Value) { s.Channel = v.Str() }},
			{Name: "priority", Type: NumberParam, Default: "0", Doc: "The highest wins.",
				set: func(s *engine.Settings, v value.Value) { s.Priority = v.Float() }},
		},
		Example: "tree sit_down\n  sequence\n    request \"sit\" channel=\"body\" priority=2\n    wait 3\n"},
	{Name: "succeed", Elsewhere: "justsuccess", Kind: kind.Succeed, Group: Leaves, Ready: ReadyCertain,
		Doc:     "Succeeds at once.",
		Example: "tree always\n  fallback\n    open_door\n    succeed\n"},
	{Name: "fail", Elsewhere: "justfailure", Kind: kind.Fail, Group: Leaves,
		Doc:     "Is never ready. Composites and decorators count it as failed.",
		Example: "tree never\n  sequence\n    shout\n    fail\n"},
	{Name: "idle", Elsewhere: "runner nothing noop", Kind: kind.Idle, Group: Leaves, Ready: ReadyAlways,
		Doc:     "Is always Running.",
		Example: "tree statue\n  priority\n    walk  when awake\n    idle\n"},
	{Name: "tree", Elsewhere: "subtree runbehavior", Kind: kind.Tree, Group: Leaves, Ready: ReadyAny,
		Doc:     "Includes another tree. Its only child is the root of that tree; it has the readiness and the result of this child.",
		Example: "tree guard\n  root\n    tree patrol\n"},
}

var dataParam = Param{Name: "data", Type: ValueParam, Default: "nothing", Doc: "Data that goes with it. It may be computed.",
	set:     func(s *engine.Settings, v value.Value) { s.Data = v },
	compute: func(s *engine.Settings, e engine.Expression) { s.DataExpression = e }}
