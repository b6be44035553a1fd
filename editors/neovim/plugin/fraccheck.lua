-- Starts the server for Frac and Relay programs and for files of rules. The README lists the variables
-- that this reads.
if vim.g.loaded_fraccheck then
  return
end
vim.g.loaded_fraccheck = true
if vim.g.fraccheck_enabled == false then
  return
end

local group = vim.api.nvim_create_augroup("fraccheck", {})

local function on(event, pattern, callback)
  vim.api.nvim_create_autocmd(event, { group = group, pattern = pattern, callback = callback })
end

on("FileType", { "frac", "fracrule" }, function(event)
  require("fraccheck.shown").opened(event.buf)
end)

on("LspAttach", "*", function(event)
  local client = vim.lsp.get_client_by_id(event.data.client_id)
  if client and client.name == "fraccheck" then
    require("fraccheck.shown").attached(event.buf)
  end
end)

on("BufReadCmd", "fraccheck:/*", function(event)
  require("fraccheck.content").read(event.buf)
end)

local function command(name, call, options)
  vim.api.nvim_create_user_command(name, call, options)
end

command("FraccheckRun", function(options) require("fraccheck.command").run(options) end,
  { nargs = "*", bang = true, desc = "Evaluate what the cursor is in, or a definition on arguments" })
command("FraccheckTest", function(options) require("fraccheck.command").test(options) end,
  { range = true, desc = "Check the evaluation comments; with a range, the one at the cursor" })
command("FraccheckTypes", function() require("fraccheck.content").beside("types") end,
  { desc = "Show the program with its inferred types" })
command("FraccheckForm", function(options) require("fraccheck.content").beside(options.args) end,
  { nargs = 1, complete = function() return { "anf", "gnf", "bbnf" } end, desc = "Show the program in a normal form" })

if vim.lsp.config and vim.lsp.enable then
  vim.lsp.enable("fraccheck")
  return
end

-- Neovim 0.10 starts servers by hand.
on("FileType", { "frac", "fracrule" }, function(event)
  local config = require("fraccheck.client")
  if vim.bo[event.buf].buftype == "" then
    local root = vim.fs.root(event.buf, config.root_markers)
    vim.lsp.start(vim.tbl_extend("force", config, { root_dir = root }), { bufnr = event.buf })
  end
end)
