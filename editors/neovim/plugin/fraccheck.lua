-- Starts the server for Frac and Relay programs and for files of rules. The README lists the variables
-- that this reads.
if vim.g.loaded_fraccheck then
  return
end
vim.g.loaded_fraccheck = true
if vim.fn.has("nvim-0.10") == 0 then
  vim.notify("fraccheck: this Neovim is too old, so that nothing is checked; the plugin needs 0.10 or later", vim.log.levels.WARN)
  return
end
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

on("BufReadCmd", "*.[oO][nN][nN][xX]", function(event)
  if require("fraccheck.model").address(event.buf) then
    require("fraccheck.content").read(event.buf)
  end
end)

vim.api.nvim_create_user_command("Frac", function(options) require("fraccheck.frac").run(options) end, {
  nargs = "+", bang = true, range = true,
  complete = function(...) return require("fraccheck.frac").complete(...) end,
  desc = "Run, test and show programs; see :help :Frac",
})

on("FileType", { "frac", "fracrule" }, function() require("fraccheck.binary").check() end)

-- Configurations have the server, and documents where a block of theirs is a program.
on({ "FileType", "BufWritePost" }, "*", function(event)
  if vim.tbl_contains({ "markdown", "rst", "toml" }, vim.bo[event.buf].filetype) then
    vim.schedule(function() require("fraccheck.document").opened(event.buf) end)
  end
end)

if vim.lsp.config and vim.lsp.enable then
  vim.lsp.enable("fraccheck")
  return
end

-- Neovim 0.10 starts servers by hand.
on("FileType", { "frac", "fracrule" }, function(event)
  local config = require("fraccheck.client")
  if vim.bo[event.buf].buftype == "" and require("fraccheck.binary").path() then
    vim.lsp.start(vim.tbl_extend("force", config, { root_dir = config.folder(event.buf) }), { bufnr = event.buf })
  end
end)
