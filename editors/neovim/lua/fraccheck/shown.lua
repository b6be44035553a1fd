-- Shows lenses and hints, unless the user has turned them off.
local M = {}

-- From 0.12 on Neovim keeps lenses up to date itself.
local keeps = vim.lsp.codelens.enable ~= nil

local function wanted(name) return vim.g["fraccheck_" .. name] ~= false end

--- results tells whether lenses show what runs give.
function M.results(client)
  local settings = vim.tbl_get(client, "config", "settings", "fraccheck") or {}
  local run = settings["codeLens.run"]
  if run == nil then
    run = vim.tbl_get(settings, "codeLens", "run")
  end
  return wanted("codelens") and run ~= false
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
  if keeps or not wanted("codelens") then
    return
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

--- again fetches the lenses of a buffer, where Neovim does not do it.
function M.again(buffer)
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
      vim.lsp.handlers[context.method](err, result, context)
    end, 300)
  end
  return vim.NIL
end

return M
