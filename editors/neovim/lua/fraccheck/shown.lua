-- Shows lenses and hints. From 0.12 on Neovim keeps lenses up to date itself.
local M = {}

local keeps = vim.lsp.codelens.enable ~= nil

--- lenses shows those of a buffer.
local function lenses(buffer)
  if keeps then
    return vim.lsp.codelens.enable(true, { bufnr = buffer })
  end
  vim.lsp.codelens.refresh({ bufnr = buffer })
  vim.api.nvim_create_autocmd({ "BufEnter", "InsertLeave", "TextChanged", "BufWritePost" }, {
    group = vim.api.nvim_create_augroup("fraccheck.lenses." .. buffer, {}),
    buffer = buffer,
    callback = function()
      M.again(buffer)
    end,
  })
end

--- attached shows what the user has not turned off.
function M.attached(buffer)
  if vim.g.fraccheck_codelens ~= false then
    lenses(buffer)
  end
  if vim.g.fraccheck_inlay_hints ~= false then
    vim.lsp.inlay_hint.enable(true, { bufnr = buffer })
  end
end

--- again fetches the lenses of a buffer, where Neovim does not do it.
function M.again(buffer)
  if not keeps and vim.g.fraccheck_codelens ~= false and vim.api.nvim_buf_is_loaded(buffer) then
    vim.lsp.codelens.refresh({ bufnr = buffer })
  end
end

return M
