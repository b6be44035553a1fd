-- `:checkhealth fraccheck`: what is there, and what to do about what is not.
local M = {}
local health = vim.health

local function binary()
  local path = require("fraccheck.binary").path()
  if not path then
    return health.error("the program `" .. require("fraccheck.client").cmd[1] .. "` is not found", {
      "put the program of a release on the PATH; or, in a clone of the repository: go install ./cmd/fraccheck, with Go's bin folder on the PATH",
      "or set vim.g.fraccheck_cmd to a list: its path, and \"lsp\"",
    })
  end
  local started, process = pcall(vim.system, { path, "version" }, { text = true, timeout = 10000 })
  if not started then
    return health.error(path .. " cannot be started: " .. process)
  end
  local answer = process:wait()
  if answer.code ~= 0 then
    return health.error(path .. " does not tell its version: " .. vim.trim(answer.stderr or ""))
  end
  health.ok(path .. ": " .. vim.trim(answer.stdout))
end

--- opened tells whether a program is open, so that a server should run.
local function opened()
  return vim.iter(vim.api.nvim_list_bufs()):any(function(buffer)
    return vim.api.nvim_buf_is_loaded(buffer) and vim.tbl_contains({ "frac", "fracrule" }, vim.bo[buffer].filetype)
  end)
end

local function servers()
  local clients = vim.lsp.get_clients({ name = "fraccheck" })
  if #clients == 0 and opened() and require("fraccheck.binary").path() and vim.g.fraccheck_enabled ~= false then
    return health.error("a program is open, and no server runs: it did not start, or it ended", {
      "its last words are in " .. require("vim.lsp.log").get_filename(),
      "`:edit` in a program starts it again",
    })
  end
  if #clients == 0 then
    return health.info("no server runs; it starts with the first program that is opened")
  end
  for _, client in ipairs(clients) do
    local count = vim.tbl_count(client.attached_buffers or {})
    health.ok(("the server runs in %s for %d %s"):format(client.root_dir or "no folder", count, count == 1 and "buffer" or "buffers"))
  end
end

local function parser()
  if pcall(vim.treesitter.language.inspect, "frac") then
    return health.ok("the tree-sitter parser of frac is there, and highlights")
  end
  health.info("there is no tree-sitter parser of frac; syntax/frac.vim gives the colours (:help fraccheck-tree-sitter)")
end

--- old tells of a Neovim before 0.10, in which these functions have other names.
local function old()
  local told = health or require("health")
  local start, err = told.start or told.report_start, told.error or told.report_error
  start("fraccheck")
  err("this Neovim is too old; the plugin needs 0.10 or later")
end

function M.check()
  if vim.fn.has("nvim-0.10") == 0 then
    return old()
  end
  health.start("fraccheck")
  if vim.g.fraccheck_enabled == false then
    health.warn("vim.g.fraccheck_enabled is false: the server is never started")
  end
  binary()
  servers()
  parser()
end

return M
