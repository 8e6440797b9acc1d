// Runs files of BehaviorTree.CPP with leaves that follow a script, and prints the calls of
// the leaves and the result of each tick. The comparison in compare_test.go runs it.
//
// usage: run once|each TICKS FILE...
//
// "once" ticks like tickOnce, which ticks the tree again at once if a node requests it. "each"
// does so only if no node above that node watches, and leaves all other rounds and children to
// the next tick, like Bough according to the report of the importer. A leaf <Act n="A" s="RS"/>
// is a StatefulActionNode that returns the letters of s in turn, one per call; <Ask n="C"
// s="SF"/> is a ConditionNode. A node with the name at12 prints when it has been ticked.
// <Read n="R" from="{k}"/> and <Write n="W" to="{k}" v="2"/> are SyncActionNodes that print and
// succeed. A Read without a value prints -. <Show of="{k}"/> prints a number or a text.
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "behaviortree_cpp/bt_factory.h"

using namespace BT;

namespace {

// Script holds the results of a leaf.
class Script {
 public:
  NodeStatus next(TreeNode& node) {
    std::string letters = node.getInput<std::string>("s").value();
    switch (letters[calls_++ % letters.size()]) {
      case 'S': return NodeStatus::SUCCESS;
      case 'F': return NodeStatus::FAILURE;
      default: return NodeStatus::RUNNING;
    }
  }

 private:
  size_t calls_ = 0;
};

PortsList ports() { return {InputPort<std::string>("n"), InputPort<std::string>("s")}; }

NodeStatus told(TreeNode& node, const char* what, NodeStatus status) {
  std::printf("%s %s %c\n", what, node.getInput<std::string>("n").value().c_str(), toStr(status)[0]);
  return status;
}

class Act : public StatefulActionNode {
 public:
  using StatefulActionNode::StatefulActionNode;
  static PortsList providedPorts() { return ports(); }
  NodeStatus onStart() override { return told(*this, "start", script_.next(*this)); }
  NodeStatus onRunning() override { return told(*this, "run", script_.next(*this)); }
  void onHalted() override { std::printf("halt %s\n", getInput<std::string>("n").value().c_str()); }

 private:
  Script script_;
};

class Ask : public ConditionNode {
 public:
  using ConditionNode::ConditionNode;
  static PortsList providedPorts() { return ports(); }
  NodeStatus tick() override { return told(*this, "start", script_.next(*this)); }

 private:
  Script script_;
};

class Read : public SyncActionNode {
 public:
  using SyncActionNode::SyncActionNode;
  static PortsList providedPorts() { return {InputPort<std::string>("n"), InputPort("from")}; }
  NodeStatus tick() override {
    const std::string name = getInput<std::string>("n").value();
    if (auto value = getInput<double>("from")) {
      std::printf("read %s %g\n", name.c_str(), value.value());
    } else {
      std::printf("read %s -\n", name.c_str());
    }
    return NodeStatus::SUCCESS;
  }
};

class Write : public SyncActionNode {
 public:
  using SyncActionNode::SyncActionNode;
  static PortsList providedPorts() {
    return {InputPort<std::string>("n"), OutputPort("to"), InputPort<double>("v")};
  }
  NodeStatus tick() override {
    std::printf("write %s\n", getInput<std::string>("n").value().c_str());
    setOutput("to", getInput<double>("v").value());  // without a key it has no effect
    return NodeStatus::SUCCESS;
  }
};

class Show : public SyncActionNode {
 public:
  using SyncActionNode::SyncActionNode;
  static PortsList providedPorts() { return {InputPort("of")}; }
  NodeStatus tick() override {
    const std::string key(getRawPortValue("of"));
    std::printf("show %s ", key.c_str());
    auto value = getLockedPortContent("of");
    if (!value || value->empty()) {
      std::printf("-\n");
    } else if (value->isString()) {
      std::printf("'%s'\n", value->cast<std::string>().c_str());
    } else {
      std::printf("%.15g\n", value->cast<double>());
    }
    return NodeStatus::SUCCESS;
  }
};

bool among(const std::string& tag, std::initializer_list<const char*> list) {
  for (const char* one : list) {
    if (tag == one) return true;
  }
  return false;
}

bool hasNoEnd(const TreeNode& node) {
  const std::string tag = node.registrationName();
  return (tag == "Repeat" && node.getInput<int>("num_cycles").value() == -1) ||
         (tag == "RetryUntilSuccessful" && node.getInput<int>("num_attempts").value() == -1);
}

// watches reports whether a node checks other nodes again while its child is running, or begins
// one round per tick.
bool watches(const TreeNode& node) {
  return hasNoEnd(node) || node.config().pre_conditions.count(PreCond::WHILE_TRUE) > 0 ||
         among(node.registrationName(), {"ReactiveSequence", "ReactiveFallback", "Parallel", "ParallelAll",
                                         "WhileDoElse", "Switch2", "Switch3", "Switch4", "Switch5", "Switch6"});
}

// Results holds the results of the nodes of a tree in a tick. (Their status is not sufficient:
// the status of a node that was SKIPPED may still be RUNNING.)
using Results = std::map<TreeNode*, NodeStatus>;

// goesOn reports whether the running node has returned control between two rounds or children,
// and no node above it watches.
bool goesOn(TreeNode* node, Results& results) {
  if (results[node] != NodeStatus::RUNNING || watches(*node)) return false;
  std::vector<TreeNode*> children;
  if (auto* control = dynamic_cast<ControlNode*>(node)) {
    children = control->children();
  } else if (auto* decorator = dynamic_cast<DecoratorNode*>(node)) {
    children = {decorator->child()};
  }
  for (TreeNode* child : children) {
    if (results[child] == NodeStatus::RUNNING) return goesOn(child, results);
  }
  return among(node->registrationName(), {"SequenceWithMemory", "AsyncSequence", "AsyncFallback", "Repeat", "RetryUntilSuccessful"});
}

NodeStatus tickEach(Tree& tree, Results& results) {
  NodeStatus status;
  do {
    results.clear();
    status = tree.tickExactlyOnce();
  } while (goesOn(tree.rootNode(), results));
  return status;
}

void play(const char* file, bool each, int ticks) {
  BehaviorTreeFactory factory;
  factory.registerNodeType<Act>("Act");
  factory.registerNodeType<Ask>("Ask");
  factory.registerNodeType<Read>("Read");
  factory.registerNodeType<Write>("Write");
  factory.registerNodeType<Show>("Show");
  auto blackboard = Blackboard::create();
  for (const char* key : {"a", "b", "c"}) {
    blackboard->set(key, 0.0);
  }
  blackboard->set("mode", std::string("x"));
  factory.registerBehaviorTreeFromFile(file);
  auto tree = factory.createTree("Main", blackboard);
  Results results;
  tree.applyVisitor([&results](TreeNode* node) {
    node->setPostTickFunction([&results](TreeNode& n, NodeStatus status) {
      results[&n] = status;
      if (n.name().rfind("at", 0) == 0) std::printf("at %s\n", n.name().c_str() + 2);
      return NodeStatus::IDLE;  // unchanged
    });
  });
  for (int i = 0; i < ticks; i++) {
    NodeStatus status = each ? tickEach(tree, results) : tree.tickOnce();
    std::printf("tick %s\n", toStr(status).c_str());
  }
  // The tree is halted when it goes out of scope; the comparison ignores that.
  std::printf("end\n");
}

}  // namespace

int main(int argc, char** argv) {
  bool each = std::strcmp(argv[1], "each") == 0;
  int ticks = std::atoi(argv[2]);
  for (int i = 3; i < argc; i++) {
    std::printf("file %s\n", argv[i]);
    try {
      play(argv[i], each, ticks);
    } catch (const std::exception& e) {
      std::printf("error %s\nend\n", e.what());
    }
  }
  return 0;
}
