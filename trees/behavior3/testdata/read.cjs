// Opens a file with the library of its dialect and prints the resulting nodes:
//
//	node read.cjs FOLDER original|nested FILE
//
// FOLDER contains the libraries, installed by npm. Nodes of a game are stand-ins.
const fs = require("fs"), path = require("path");
const [folder, dialect, file] = process.argv.slice(2);
const doc = JSON.parse(fs.readFileSync(file, "utf8"));

function original() {
  const b3 = require(path.join(folder, "node_modules/behavior3js/libs/behavior3-0.2.2.js"));
  const list = doc.trees || [doc], names = {};
  const kinds = { composite: b3.Composite, decorator: b3.Decorator, action: b3.Action, condition: b3.Condition };
  for (const c of doc.custom_nodes || [])
    names[c.name] = b3.Class(kinds[c.category], { name: c.name, tick: () => b3.SUCCESS });
  for (const t of list) if (t.id) names[t.id] = b3.Class(b3.Action, { name: t.id, tick: () => b3.SUCCESS });
  for (const t of list) {
    const tree = new b3.BehaviorTree();
    tree.load(t, names);
    console.log("tree " + tree.title);
    (function show(n, depth) {
      console.log("  ".repeat(depth) + n.name);
      for (const c of n.children || (n.child ? [n.child] : [])) show(c, depth + 1);
    })(tree.root, 1);
    tree.tick({}, new b3.Blackboard());
  }
}

function nested() {
  const b3 = require(path.join(folder, "behavior3.cjs"));
  class Context extends b3.Context { loadTree() {} }
  const context = new Context();
  (function define(n) {
    if (n.path) n.name = "tree " + n.path;
    if (!context.nodeDefs[n.name]) {
      const name = n.name;
      context.registerNode(class extends b3.Node {
        onTick() { return "success"; }
        static get descriptor() { return { name, type: "Action", desc: "" }; }
      });
    }
    for (const c of n.children || []) define(c);
  })(doc.root);
  console.log("tree " + doc.name);
  (function show(n, depth) {
    console.log("  ".repeat(depth) + n.name);
    for (const c of n.children) show(c, depth + 1);
  })(context._createTree(doc), 1);
}

({ original, nested })[dialect]();
