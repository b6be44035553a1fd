-- The command `:Frac`: its words, and what each of them calls.
local M = {}

local function forms() return { "anf", "gnf", "bbnf" } end

--- definitions are those of the buffer, as they are written.
local function definitions()
  local found = {}
  for _, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    found[#found + 1] = line:match("^%s*def%s+(@[%w_.]+)")
  end
  return found
end

--- words are what may follow `:Frac`: what is done, whether more words may follow, and
--- those that complete it.
local words = {
  run = { more = true, call = function(options) require("fraccheck.command").run(options) end, complete = definitions },
  value = { more = true, call = function(options) require("fraccheck.command").value(options) end, complete = definitions },
  test = { call = function(options) require("fraccheck.command").test(options) end },
  cost = { call = function() require("fraccheck.command").cost() end },
  find = { more = true, call = function(options) require("fraccheck.command").find(options.args) end },
  graph = { call = function() require("fraccheck.view").graph() end },
  tree = { more = true, call = function(options) require("fraccheck.view").tree(options) end },
  match = { more = true, call = function(options) require("fraccheck.view").match(options) end },
  cheaper = { call = function() require("fraccheck.content").beside("cheaper") end },
  types = { call = function() require("fraccheck.content").beside("types") end },
  convert = { call = function(options) require("fraccheck.content").form(options.args) end, complete = forms, more = true },
}

--- complete gives the words that begin as what is written, in order.
function M.complete(lead, line)
  local given = vim.split(line:gsub("^.-Frac!?%s+", ""), "%s+")
  local all = #given <= 1 and vim.tbl_keys(words) or #given == 2 and (words[given[1]] or {}).complete
  all = type(all) == "function" and all() or all or {}
  table.sort(all)
  return vim.tbl_filter(function(word) return vim.startswith(word, lead) end, all)
end

--- run does what the first word says.
function M.run(options)
  local name, rest = options.args:match("^(%S+)%s*(.*)$")
  local word = words[name]
  if not word then
    local known = table.concat(M.complete("", ""), ", ")
    return vim.notify(("fraccheck: `:Frac %s` is not known; known are %s"):format(name, known), vim.log.levels.ERROR)
  end
  if rest ~= "" and not word.more then
    return vim.notify(("fraccheck: nothing follows `:Frac %s`"):format(name), vim.log.levels.ERROR)
  end
  word.call({ args = rest, bang = options.bang, range = options.range })
end

return M
