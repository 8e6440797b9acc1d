// Runs files of BehaviorTree.CPP with leaves that follow a script, and prints what they
// are called and what comes of each tick. The comparison in compare_test.go calls it.
//
// usage: run once|exactly TICKS FILE...
//
// "once" ticks as tickOnce does, which goes on where a node asks for it; "exactly" ticks
// the root once. A leaf <Act n="A" s="RS"/> is a StatefulActionNode that returns the
// letters of s in turn, from call to call; <Ask n="C" s="SF"/> is a ConditionNode.
#include <cstdio>
#include <cstring>
#include <string>

#include "behaviortree_cpp/bt_factory.h"

using namespace BT;

namespace {

// Script is what a leaf returns.
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

void play(const char* file, bool exactly, int ticks) {
  BehaviorTreeFactory factory;
  factory.registerNodeType<Act>("Act");
  factory.registerNodeType<Ask>("Ask");
  auto blackboard = Blackboard::create();
  for (const char* key : {"a", "b", "c"}) {
    blackboard->set(key, 0.0);
  }
  blackboard->set("mode", std::string("x"));
  factory.registerBehaviorTreeFromFile(file);
  auto tree = factory.createTree("Main", blackboard);
  for (int i = 0; i < ticks; i++) {
    NodeStatus status = exactly ? tree.tickExactlyOnce() : tree.tickOnce();
    std::printf("tick %s\n", toStr(status).c_str());
  }
  // The tree is halted when it goes out of scope; that is no part of what is compared.
  std::printf("end\n");
}

}  // namespace

int main(int argc, char** argv) {
  bool exactly = std::strcmp(argv[1], "exactly") == 0;
  int ticks = std::atoi(argv[2]);
  for (int i = 3; i < argc; i++) {
    std::printf("file %s\n", argv[i]);
    try {
      play(argv[i], exactly, ticks);
    } catch (const std::exception& e) {
      std::printf("error %s\nend\n", e.what());
    }
  }
  return 0;
}
