// The scenario guard in BehaviorTree.CPP, with leaves in C++. Each agent has a tree and a
// blackboard of its own, as the library wants it; the leaves find the agent by it once.
//
//   guard_btcpp FOLDER
//
// reads agents.txt (a line for each agent: hp x vx target; nan means no target), and
// executes the commands of guard.cpp.

#include <behaviortree_cpp/bt_factory.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

struct Agent {
  double hp, x, vx, target, swings = 0, ticks = 0;
};

static uint64_t calls;

static Agent *agent_of(const BT::NodeConfig &config) { return config.blackboard->get<Agent *>("agent"); }

// Act is an action that never fails; Ask is a condition.
template <void (*f)(Agent &)>
struct Act : BT::SyncActionNode {
  Agent *agent;
  Act(const std::string &name, const BT::NodeConfig &config) : SyncActionNode(name, config), agent(agent_of(config)) {}
  static BT::PortsList providedPorts() { return {}; }
  BT::NodeStatus tick() override {
    calls++;
    f(*agent);
    return BT::NodeStatus::SUCCESS;
  }
};

template <bool (*f)(const Agent &)>
struct Ask : BT::ConditionNode {
  Agent *agent;
  Ask(const std::string &name, const BT::NodeConfig &config) : ConditionNode(name, config), agent(agent_of(config)) {}
  static BT::PortsList providedPorts() { return {}; }
  BT::NodeStatus tick() override {
    calls++;
    return f(*agent) ? BT::NodeStatus::SUCCESS : BT::NodeStatus::FAILURE;
  }
};

static void root(Agent &a) { a.ticks++; }
static bool is_hurt(const Agent &a) { return a.hp < 30; }
static void flee(Agent &a) { a.x -= a.vx; }
static bool has_target(const Agent &a) { return !std::isnan(a.target); }
static bool is_near(const Agent &a) { return (a.target - a.x) * (a.target - a.x) < 4; }
static void melee(Agent &a) { a.swings++; }
static void chase(Agent &a) { a.x += a.target > a.x ? a.vx : -a.vx; }
static void patrol(Agent &a) {
  a.x += a.vx;
  if (a.x < 0 || a.x > 100) a.vx = -a.vx;
}

static const char *xml = R"(
<root BTCPP_format="4">
  <BehaviorTree ID="guard">
    <Sequence>
      <CountTick/>
      <Fallback>
        <Sequence><IsHurt/><Flee/></Sequence>
        <Sequence>
          <HasTarget/>
          <Fallback>
            <Sequence><IsNear/><Melee/></Sequence>
            <Chase/>
          </Fallback>
        </Sequence>
        <Patrol/>
      </Fallback>
    </Sequence>
  </BehaviorTree>
</root>)";

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: guard_btcpp FOLDER\n");
    return 1;
  }
  std::vector<std::unique_ptr<Agent>> agents;
  FILE *in = fopen((std::string(argv[1]) + "/agents.txt").c_str(), "r");
  if (!in) {
    fprintf(stderr, "there is no agents.txt\n");
    return 1;
  }
  double hp, x, vx, target;
  while (fscanf(in, "%lf %lf %lf %lf", &hp, &x, &vx, &target) == 4)
    agents.push_back(std::make_unique<Agent>(Agent{hp, x, vx, target}));
  fclose(in);

  BT::BehaviorTreeFactory factory;
  factory.registerNodeType<Act<root>>("CountTick");
  factory.registerNodeType<Ask<is_hurt>>("IsHurt");
  factory.registerNodeType<Act<flee>>("Flee");
  factory.registerNodeType<Ask<has_target>>("HasTarget");
  factory.registerNodeType<Ask<is_near>>("IsNear");
  factory.registerNodeType<Act<melee>>("Melee");
  factory.registerNodeType<Act<chase>>("Chase");
  factory.registerNodeType<Act<patrol>>("Patrol");
  factory.registerBehaviorTreeFromText(xml);
  std::vector<BT::Tree> trees;
  for (auto &a : agents) {
    auto blackboard = BT::Blackboard::create();
    blackboard->set("agent", a.get());
    trees.push_back(factory.createTree("guard", blackboard));
  }

  char line[64];
  while (fgets(line, sizeof line, stdin)) {
    if (strcmp(line, "work\n") == 0) {
      const char *names[] = {"hp", "x", "vx", "target", "swings", "ticks"};
      double sums[6] = {};
      for (auto &a : agents) {
        double fields[] = {a->hp, a->x, a->vx, std::isnan(a->target) ? 0 : a->target, a->swings, a->ticks};
        for (int i = 0; i < 6; i++) sums[i] += fields[i];
      }
      printf("%llu", (unsigned long long)calls);
      for (int i = 0; i < 6; i++) printf(" %s %.17g", names[i], sums[i]);
      printf("\n");
    } else if (strncmp(line, "tick ", 5) == 0) {
      auto start = std::chrono::steady_clock::now();
      for (int n = atoi(line + 5); n > 0; n--)
        for (auto &t : trees) t.tickExactlyOnce();
      auto took = std::chrono::steady_clock::now() - start;
      printf("%lld\n", (long long)std::chrono::duration_cast<std::chrono::nanoseconds>(took).count());
    }
    fflush(stdout);
  }
}
