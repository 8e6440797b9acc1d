-- A story of a designer in Neovim, with the client that is built in. BOUGH names the program, BOUGH_PROJECT a new project.
local limit = 20000 -- milliseconds until what is awaited is taken for missing
local root = vim.env.BOUGH_PROJECT

local function equal(what, got, want)
  if not vim.deep_equal(got, want) then
    error(what .. ": got " .. vim.inspect(got) .. "\nwant " .. vim.inspect(want), 2)
  end
end

-- awaited waits until a function returns a value, and compares it.
local function awaited(what, f, want)
  vim.wait(limit, function() return vim.deep_equal(f(), want) end, 20)
  equal(what, f(), want)
end

local client = vim.lsp.start_client({ name = "bough", cmd = { vim.env.BOUGH, "lsp" }, root_dir = root })

local function open(path)
  vim.cmd("edit " .. vim.fn.fnameescape(root .. "/" .. path))
  vim.lsp.buf_attach_client(0, client)
  return vim.api.nvim_get_current_buf()
end

local function lines() return vim.api.nvim_buf_get_lines(0, 0, -1, true) end

-- put replaces lines, from 1 on.
local function put(first, last, new) vim.api.nvim_buf_set_lines(0, first - 1, last, true, new) end

-- problems returns the diagnostics of all files: FILE:LINE:COL CODE.
local function problems()
  local list = {}
  for _, d in ipairs(vim.diagnostic.get(nil)) do
    local file = vim.api.nvim_buf_get_name(d.bufnr):sub(#root + 2)
    table.insert(list, ("%s:%d:%d %s"):format(file, d.lnum + 1, d.col + 1, d.user_data.lsp.code))
  end
  table.sort(list)
  return list
end

-- ask sends a request about the place of the cursor, and returns the answer.
local function ask(method, params)
  params = vim.tbl_extend("force", vim.lsp.util.make_position_params(0, "utf-16"), params or {})
  local answers, err = vim.lsp.buf_request_sync(0, method, params, limit)
  if err then error(method .. ": " .. err) end
  local answer = answers[client]
  if answer.error then error(method .. ": " .. answer.error.message) end
  return answer.result
end

-- words returns the completions behind the cursor whose names begin with a text.
local function words(begin)
  local items = vim.lsp.util.extract_completion_items(ask("textDocument/completion"))
  local list = {}
  for _, item in ipairs(vim.lsp.util.text_document_completion_list_to_complete_items({ items = items, isIncomplete = false }, begin)) do
    table.insert(list, item.word)
  end
  return list
end

-- choose takes a quick fix by its title, without a question.
local function choose(title)
  vim.ui.select = function(actions, _, done)
    for _, a in ipairs(actions) do
      if a[2].title == title then return done(a) end
    end
    error("no quick fix " .. title .. ", but " .. vim.inspect(actions))
  end
  vim.lsp.buf.code_action()
end

local function at(line, col) vim.api.nvim_win_set_cursor(0, { line, col - 1 }) end

local function story()
  local tree = open("scripts/villager.bt")
  awaited("a client that is ready", function() return vim.lsp.get_client_by_id(client) ~= nil and vim.lsp.get_client_by_id(client).initialized end, true)

  put(5, 5, { "    fle" })
  awaited("a mistake", problems, { "scripts/villager.bt:5:5 unknown-behavior" })
  at(5, 5)
  choose("Write flee in place of fle")
  awaited("the quick fix", function() return lines()[5] end, "    flee")
  awaited("no mistake", problems, {})

  put(6, 5, { "    st" }) -- a new line 6
  vim.cmd("startinsert")
  at(6, 7)
  equal("completions", words("st"), { "stroll", "sticky" })
  put(6, 6, {})
  awaited("still no mistake", problems, {})

  at(5, 5)
  vim.lsp.buf.rename("逃跑")
  awaited("a renamed behavior", function() return lines()[5] end, "    逃跑")
  vim.cmd("silent wall")
  equal("its file", { vim.fn.filereadable(root .. "/scripts/flee.lua"), vim.fn.filereadable(root .. "/scripts/逃跑.lua") }, { 0, 1 })
  local test = open("scripts/villager_test.lua")
  equal("the test", lines()[9], '    t.expect_active(villager, "逃跑")')
  awaited("no mistake after it", problems, {})

  vim.cmd("buffer " .. tree)
  put(5, 5, { '    逃跑   note="😀 世界"   when hp<30 and  enemy_x' })
  at(5, 1)
  vim.lsp.buf.formatting_sync(nil, limit)
  equal("formatted", vim.list_slice(lines(), 4), {
    "  root",
    '    逃跑 note="😀 世界"  when hp<30 and  enemy_x',
    "    idle                 when hp < 30",
    "    stroll",
  })
  at(5, 1)
  vim.fn.search("enemy_x")
  local about = ask("textDocument/hover")
  local field = "enemy_x number m: where the nearest enemy stands, nil while it sees none"
  equal("hover", about.contents.value, "```\n" .. field .. "\n```\n\nSet in 4 places, read in 4 places.")
  equal("its range, in UTF-16 units", about.range, { start = { line = 4, character = 37 }, ["end"] = { line = 4, character = 44 } })
  vim.lsp.buf.definition()
  awaited("the definition", function() return { vim.api.nvim_get_current_line(), vim.api.nvim_win_get_cursor(0) } end, { field, { 6, 0 } })
end

local ok, err = xpcall(story, debug.traceback)
if not ok then
  io.stderr:write(tostring(err) .. "\n")
  vim.cmd("cquit 1")
end
vim.lsp.stop_client(client)
if not vim.wait(limit, function() return vim.lsp.client_is_stopped(client) end, 20) then
  io.stderr:write("the server does not end\n")
  vim.cmd("cquit 1")
end
vim.cmd("qall!")
