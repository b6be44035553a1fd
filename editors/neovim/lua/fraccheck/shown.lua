-- Shows lenses and hints, unless the user has turned them off.
local server = require("fraccheck.server")
local M = {}

-- From 0.12 on Neovim keeps lenses up to date itself.
local keeps = vim.lsp.codelens.enable ~= nil

local function wanted(name) return vim.g["fraccheck_" .. name] ~= false end

--- setting is one of the user's on lenses, written with dots or nested.
local function setting(client, name)
  local settings = vim.tbl_get(client, "config", "settings", "fraccheck") or {}
  local value = settings["codeLens." .. name]
  if value == nil then
    value = vim.tbl_get(settings, "codeLens", name)
  end
  return value
end

--- results reports whether lenses show what runs give.
function M.results(client)
  return wanted("codelens") and setting(client, "run") ~= false and (setting(client, "show") or "full") == "full"
end

local gutter = vim.api.nvim_create_namespace("fraccheck.tests")
local signs = { passed = { "✓", "DiagnosticOk" }, failed = { "✗", "DiagnosticError" }, [""] = { "▷", "Comment" } }

--- sign puts the sign of a test beside its first line, with the verdict of its last run.
local function sign(buffer, test)
  local last = vim.api.nvim_buf_line_count(buffer) - 1
  local text, group = unpack(signs[test.verdict or ""] or signs[""])
  vim.api.nvim_buf_set_extmark(buffer, gutter, math.min(test.range.start.line, last), 0, { sign_text = text, sign_hl_group = group })
end

--- beside shows the tests of a buffer in the gutter, where the user wants them there.
local function beside(buffer)
  local client = server.client(buffer)
  if not client or setting(client, "show") ~= "gutter" or not vim.api.nvim_buf_is_loaded(buffer) then
    return
  end
  local params = { command = "fraccheck.tests", arguments = { { uri = vim.uri_from_bufnr(buffer) } } }
  server.request(client, "workspace/executeCommand", params, function(err, tests)
    if err or not vim.api.nvim_buf_is_loaded(buffer) then
      return
    end
    vim.api.nvim_buf_clear_namespace(buffer, gutter, 0, -1)
    for _, test in ipairs(tests) do
      sign(buffer, test)
    end
  end, buffer)
end

--- opened prepares a buffer before the server is attached to it. Neovim 0.12
--- asks for lenses when it attaches; asked to by an LspAttach autocommand, it
--- would ask twice, and lose what it has resolved of the first answer.
function M.opened(buffer)
  if keeps and wanted("codelens") then
    vim.lsp.codelens.enable(true, { bufnr = buffer })
  end
end

--- attached begins to show what Neovim does not show by itself.
function M.attached(buffer)
  if wanted("inlay_hints") then
    vim.lsp.inlay_hint.enable(true, { bufnr = buffer })
  end
  M.again(buffer)
  vim.api.nvim_create_autocmd({ "BufEnter", "InsertLeave", "TextChanged", "BufWritePost" }, {
    group = vim.api.nvim_create_augroup("fraccheck.lenses." .. buffer, {}),
    buffer = buffer,
    callback = function()
      M.again(buffer)
    end,
  })
end

--- again fetches the lenses of a buffer, where Neovim does not do it, or the signs of its tests.
function M.again(buffer)
  beside(buffer)
  if not keeps and wanted("codelens") and vim.api.nvim_buf_is_loaded(buffer) then
    vim.lsp.codelens.refresh({ bufnr = buffer })
  end
end

local waiting = {}

--- refresh has Neovim 0.12 ask for lenses again, a moment later: it also asks 200 ms after a
--- document was opened, and what is being resolved of an answer is lost where that one's
--- comes meanwhile.
function M.refresh(err, result, context)
  if not waiting[context.client_id] then
    waiting[context.client_id] = true
    vim.defer_fn(function()
      waiting[context.client_id] = nil
      for buffer in pairs((vim.lsp.get_client_by_id(context.client_id) or {}).attached_buffers or {}) do
        beside(buffer)
      end
      vim.lsp.handlers[context.method](err, result, context)
    end, 300)
  end
  return vim.NIL
end

return M
