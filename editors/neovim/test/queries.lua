-- Reads all queries of frac, and tells what of them the open program does not show, or
-- what has no colour.
local bad = {}

local function names()
  local files = vim.api.nvim_get_runtime_file("queries/frac/*.scm", true)
  return vim.tbl_map(function(file) return vim.fn.fnamemodify(file, ":t:r") end, files)
end

--- captures are those of a query that mark something in the program.
local function captures(query)
  local seen = {}
  local root = vim.treesitter.get_parser(0, "frac"):parse()[1]:root()
  for id in query:iter_captures(root, 0) do
    seen[query.captures[id]] = true
  end
  return seen
end

--- coloured tells whether a capture or one that it is a part of has a colour.
local function coloured(capture)
  while capture do
    if not vim.tbl_isempty(vim.api.nvim_get_hl(0, { name = "@" .. capture })) then
      return true
    end
    capture = capture:match("^(.*)%.")
  end
end

for _, name in ipairs(names()) do
  local ok, query = pcall(vim.treesitter.query.get, "frac", name)
  if not ok or not query then
    table.insert(bad, ("%s is not read: %s"):format(name, tostring(query)))
  else
    local seen = captures(query)
    for _, capture in ipairs(query.captures) do
      if not seen[capture] then
        table.insert(bad, ("%s: @%s marks nothing"):format(name, capture))
      elseif name == "highlights" and not coloured(capture) then
        table.insert(bad, ("@%s has no colour"):format(capture))
      end
    end
  end
end

local text = #bad > 0 and bad or { "every query is read, every capture seen and coloured" }
vim.cmd.new()
vim.api.nvim_buf_set_lines(0, 0, -1, false, text)
