-- Opens a program with a mistake in a real Neovim, with a real server, and
-- looks at what the editor shows:
--   FRACCHECK=/path/to/fraccheck nvim --clean -u NONE -l test.lua
local here = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h")
vim.opt.runtimepath:append(here)
vim.g.fraccheck_cmd = { vim.env.FRACCHECK or "fraccheck", "lsp" }
vim.cmd("filetype plugin on")
for _, part in ipairs({ "ftdetect/frac.lua", "plugin/fraccheck.lua" }) do
  vim.cmd.source(here .. "/" .. part)
end

local function await(what, is)
  assert(vim.wait(20000, is, 20), what .. " never came")
end

local dir = vim.fn.tempname()
vim.fn.mkdir(dir, "p")
local file = dir .. "/a.frac"
vim.fn.writefile({ "# Adds 👩‍🔬.", "def @inc(%x : int32) -> int32 { /* 𝔸 */ %x + 1f }", "@map(@inc, Nil())" }, file)
vim.cmd.edit(file)
assert(vim.bo.filetype == "frac", "the file type is " .. vim.bo.filetype)

await("a diagnostic", function() return #vim.diagnostic.get(0) == 1 end)
local found = vim.diagnostic.get(0)[1]
assert(found.code == "dtype-mismatch" and found.lnum == 1, vim.inspect(found))
local shown = vim.api.nvim_buf_get_text(0, found.lnum, found.col, found.end_lnum, found.end_col, {})[1]
assert(shown == "1f", "the squiggle is under " .. shown)

vim.api.nvim_buf_set_text(0, found.lnum, found.col, found.end_lnum, found.end_col, { "1" })
await("the end of the diagnostic", function() return #vim.diagnostic.get(0) == 0 end)

local function request(method, line, column)
  vim.api.nvim_win_set_cursor(0, { line, column })
  local client = vim.lsp.get_clients({ bufnr = 0 })[1]
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  local answers = vim.lsp.buf_request_sync(0, method, params, 20000)
  return answers[client.id].result
end

local hover = request("textDocument/hover", 3, 6)
assert(hover.contents.value:find("@inc : fn(int32) -> int32", 1, true), vim.inspect(hover))
local definition = request("textDocument/definition", 3, 1)
assert(definition.uri:find("prelude.frac", 1, true), vim.inspect(definition))

for _, client in ipairs(vim.lsp.get_clients()) do
  (client.stop)(client, true)
end
vim.fn.delete(dir, "rf")
print("ok")
