-- The program: where it is, how it is run, and what is said where that is not possible.
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
  vim.notify(("fraccheck: `%s` is %s, so that nothing is checked. Install it, or set "
    .. "vim.g.fraccheck_cmd = { \"/path/to/fraccheck\", \"lsp\" }; see :checkhealth fraccheck"):format(name, name:find("[/\\]") and "not there" or "not on the PATH"), vim.log.levels.WARN)
end

--- there is a folder that exists: this one, or the nearest around it. A new file may stand in
--- one that is made only when it is written.
local function there(folder)
  while folder and vim.fn.isdirectory(folder) == 0 do
    local above = vim.fs.dirname(folder)
    folder = above ~= folder and above or nil
  end
  return folder
end

--- run starts the program and gives what it wrote to a function, or nil and why it was not
--- started, or did not end.
function M.run(arguments, options, reply)
  local path = M.path()
  if not path then
    return reply(nil, "there is no fraccheck on the PATH; see :checkhealth fraccheck")
  end
  options.text, options.cwd = true, there(options.cwd)
  local ok, err = pcall(vim.system, { path, unpack(arguments) }, options, vim.schedule_wrap(function(answer)
    if answer.code == 124 and answer.signal ~= 0 then
      return reply(nil, ("`fraccheck %s` did not end in %d seconds"):format(arguments[1], options.timeout / 1000))
    end
    reply(answer)
  end))
  if not ok then
    reply(nil, ("%s cannot be started: %s"):format(path, err))
  end
end

return M
