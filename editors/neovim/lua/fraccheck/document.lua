-- What the server looks at besides programs and rules: configurations, and Markdown and
-- reStructuredText with programs in their code blocks.
local M = {}

local languages = { frac = true, relay = true, rly = true, raf = true, fracrule = true }

--- holds tells whether a block of a document is a program.
local function holds(buffer)
  for _, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    local language = line:match("^%s*```+%s*(%w+)") or line:match("^%s*~~~+%s*(%w+)") or line:match("^%s*%.%. code%-block::%s*(%w+)")
    if languages[language or ""] then
      return true
    end
  end
  return false
end

--- configures reports whether a buffer is a configuration.
local function configures(buffer)
  return vim.fs.basename(vim.api.nvim_buf_get_name(buffer)) == "fraccheck.toml"
end

--- opened starts the server for a configuration, or a document that holds a program.
function M.opened(buffer)
  if not vim.api.nvim_buf_is_loaded(buffer) or vim.bo[buffer].buftype ~= "" or not (configures(buffer) or holds(buffer)) then
    return
  end
  require("fraccheck.binary").check()
  if not require("fraccheck.binary").path() or require("fraccheck.server").attached(buffer) then
    return
  end
  local config = require("fraccheck.client")
  require("fraccheck.shown").opened(buffer)
  vim.lsp.start(vim.tbl_extend("force", config, { root_dir = config.folder(buffer) }), { bufnr = buffer })
end

return M
