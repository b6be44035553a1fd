-- Tells once where the server's program is missing, and what to do.
local M = {}
local told = false

--- path is the program that would be started, nil where there is none.
function M.path()
  local found = vim.fn.exepath(require("fraccheck.client").cmd[1])
  return found ~= "" and found or nil
end

function M.check()
  if told or M.path() then
    return
  end
  told = true
  local name = require("fraccheck.client").cmd[1]
  vim.notify(("fraccheck: `%s` is not on the PATH, so that nothing is checked. Install it, or set "
    .. "vim.g.fraccheck_cmd = { \"/path/to/fraccheck\", \"lsp\" }; see :checkhealth fraccheck"):format(name), vim.log.levels.WARN)
end

return M
