// A behavior tree in C++ whose behaviors are in Lua, in the form in which a game would
// write it: only the walk of the tree. It has no results, requests or history, no
// budget, and cannot explain decisions or exchange files at run time.
//
//   guard FOLDER PROTECTION
//
// reads tree.txt (a line for each node: behavior, first child, next sibling; -1 means
// none), the scripts of its behaviors, and agents.lua, a list of tables with the
// initial fields of the agents. Then it executes commands, one in a line:
//
//   tick N   ticks all agents N times and prints the time in nanoseconds
//   work     prints the number of hook calls, and the sum of each field
//
// PROTECTION says what makes a protected call: each hook, each agent, or each tick.
// After an error, the other hooks, the other agents, or nothing can go on. With plain,
// the tree is walked by plain.lua in the folder, and C++ makes a protected call of its
// tick.
//
// It is built with Lua 5.4 or LuaJIT; `go run ./internal/bench --against-c` does both.

extern "C" {
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
}

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

// Node holds its hooks as references into Lua's registry; LUA_NOREF stands for a hook
// that the behavior does not have.
struct Node {
  int precondition, behavior, on_enter, on_exit;
  int child, sibling;
};

struct Agent {
  int fields;       // a reference to its table
  uint64_t active;  // the nodes that were active in the last tick
};

static lua_State *L;
static std::vector<Node> nodes;  // at most 64; the root is the first
static std::vector<Agent> agents;
static uint64_t calls;
static bool protect_hooks;
static int protected_function = LUA_NOREF;  // tick_current or tick_all, if it is called protected
static Agent *current;                      // for tick_current
static int plain_tick = LUA_NOREF, plain_calls = LUA_NOREF;  // functions of plain.lua, if it walks the tree

static void fail(const std::string &message) {
  fprintf(stderr, "%s\n", message.c_str());
  exit(1);
}

// call calls a hook with the table at the bottom of the stack as its argument. It
// leaves the results on the stack.
static inline void call(int hook, int results) {
  calls++;
  lua_rawgeti(L, LUA_REGISTRYINDEX, hook);
  lua_pushvalue(L, 1);
  if (!protect_hooks) {
    lua_call(L, 1, results);
  } else if (lua_pcall(L, 1, results, 0)) {
    fail(lua_tostring(L, -1));
  }
}

static inline bool ready(const Node &n) {
  if (n.precondition == LUA_NOREF) return true;
  call(n.precondition, 1);
  bool yes = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return yes;
}

// tick_agent makes an agent decide, from the root down, and then act. The stack must be
// empty.
static inline void tick_agent(Agent &a) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, a.fields);
  uint64_t active = 0;
  for (int at = 0; at >= 0;) {
    const Node &n = nodes[at];
    if (!ready(n)) {
      at = n.sibling;
      continue;
    }
    active |= uint64_t(1) << at;
    at = n.child;
  }
  for (uint64_t left = a.active & ~active; left; left &= left - 1) {
    const Node &n = nodes[__builtin_ctzll(left)];
    if (n.on_exit != LUA_NOREF) call(n.on_exit, 0);
  }
  for (uint64_t left = active; left; left &= left - 1) {
    int at = __builtin_ctzll(left);
    const Node &n = nodes[at];
    if (n.on_enter != LUA_NOREF && !(a.active >> at & 1)) call(n.on_enter, 0);
    if (n.behavior != LUA_NOREF) call(n.behavior, 0);
  }
  a.active = active;
  lua_settop(L, 0);
}

static int tick_current(lua_State *) {
  tick_agent(*current);
  return 0;
}

static int tick_all(lua_State *) {
  for (Agent &a : agents) tick_agent(a);
  return 0;
}

// call_protected calls a function in the registry.
static inline void call_protected(int function) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, function);
  if (lua_pcall(L, 0, 0, 0)) fail(lua_tostring(L, -1));
}

static void tick() {
  if (plain_tick != LUA_NOREF) {
    call_protected(plain_tick);
  } else if (protect_hooks) {
    tick_all(L);
  } else if (current) {
    for (Agent &a : agents) {
      current = &a;
      call_protected(protected_function);
    }
  } else {
    call_protected(protected_function);
  }
}

static void run(const std::string &path) {
  if (luaL_loadfile(L, path.c_str()) || lua_pcall(L, 0, 1, 0)) fail(lua_tostring(L, -1));
}

static int hook(const char *name) {
  lua_getfield(L, -1, name);
  if (!lua_isnil(L, -1)) return luaL_ref(L, LUA_REGISTRYINDEX);
  lua_pop(L, 1);
  return LUA_NOREF;
}

static void load(const std::string &folder) {
  FILE *tree = fopen((folder + "/tree.txt").c_str(), "r");
  if (!tree) fail("there is no tree.txt");
  char behavior[64];
  Node n;
  while (fscanf(tree, "%63s %d %d", behavior, &n.child, &n.sibling) == 3) {
    run(folder + "/" + behavior + ".lua");
    n.precondition = hook("precondition");
    n.behavior = hook("behavior");
    n.on_enter = hook("on_enter");
    n.on_exit = hook("on_exit");
    lua_pop(L, 1);
    nodes.push_back(n);
  }
  fclose(tree);
  if (nodes.empty() || nodes.size() > 64) fail("a tree has 1 to 64 nodes");
  run(folder + "/agents.lua");
  for (int i = 1;; i++) {
    lua_rawgeti(L, -1, i);
    if (lua_isnil(L, -1)) break;
    agents.push_back({luaL_ref(L, LUA_REGISTRYINDEX), 0});
  }
  lua_settop(L, 0);
}

// set_hook sets a field of the table on the top of the stack to a hook.
static void set_hook(const char *name, int ref) {
  if (ref == LUA_NOREF) return;
  lua_rawgeti(L, LUA_REGISTRYINDEX, ref);
  lua_setfield(L, -2, name);
}

static void link_to(const char *name, int at) {
  if (at < 0) return;
  lua_pushinteger(L, at + 1);
  lua_setfield(L, -2, name);
}

// load_plain gives nodes and agents to plain.lua.
static void load_plain(const std::string &folder) {
  if (luaL_loadfile(L, (folder + "/plain.lua").c_str())) fail(lua_tostring(L, -1));
  lua_newtable(L);
  for (size_t i = 0; i < nodes.size(); i++) {
    const Node &n = nodes[i];
    lua_newtable(L);
    set_hook("precondition", n.precondition);
    set_hook("behavior", n.behavior);
    set_hook("on_enter", n.on_enter);
    set_hook("on_exit", n.on_exit);
    link_to("child", n.child);
    link_to("sibling", n.sibling);
    lua_rawseti(L, -2, int(i) + 1);
  }
  lua_newtable(L);
  for (size_t i = 0; i < agents.size(); i++) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, agents[i].fields);
    lua_rawseti(L, -2, int(i) + 1);
  }
  if (lua_pcall(L, 2, 2, 0)) fail(lua_tostring(L, -1));
  plain_calls = luaL_ref(L, LUA_REGISTRYINDEX);
  plain_tick = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_settop(L, 0);
}

static void work() {
  if (plain_calls != LUA_NOREF) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, plain_calls);
    if (lua_pcall(L, 0, 1, 0)) fail(lua_tostring(L, -1));
    calls = uint64_t(lua_tonumber(L, -1));
    lua_pop(L, 1);
  }
  std::map<std::string, double> sums;
  for (const Agent &a : agents) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, a.fields);
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
      if (lua_type(L, -1) == LUA_TNUMBER) sums[lua_tostring(L, -2)] += lua_tonumber(L, -1);
    }
    lua_pop(L, 1);
  }
  printf("%llu", (unsigned long long)calls);
  for (const auto &s : sums) printf(" %s %.17g", s.first.c_str(), s.second);
  printf("\n");
}

int main(int argc, char **argv) {
  if (argc != 3) fail("usage: guard FOLDER hook|agent|tick|plain");
  std::string protection = argv[2];
  L = luaL_newstate();
  luaL_openlibs(L);
  load(argv[1]);
  protect_hooks = protection == "hook";
  if (protection == "plain") {
    load_plain(argv[1]);
  } else if (!protect_hooks) {
    if (protection == "agent") current = &agents[0];
    lua_pushcfunction(L, current ? tick_current : tick_all);
    protected_function = luaL_ref(L, LUA_REGISTRYINDEX);
  }
  char line[64];
  while (fgets(line, sizeof line, stdin)) {
    if (strcmp(line, "work\n") == 0) {
      work();
    } else if (strncmp(line, "tick ", 5) == 0) {
      auto start = std::chrono::steady_clock::now();
      for (int n = atoi(line + 5); n > 0; n--) tick();
      std::chrono::nanoseconds took = std::chrono::steady_clock::now() - start;
      printf("%lld\n", (long long)took.count());
    } else {
      fail(std::string("unknown line: ") + line);
    }
    fflush(stdout);
  }
}
