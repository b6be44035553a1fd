-- Starts the server for Frac and Relay programs. `vim.g.fraccheck_cmd` names
-- another command than `fraccheck lsp`; `vim.g.fraccheck_enabled = false` keeps
-- it from starting.
if vim.g.loaded_fraccheck then
  return
end
vim.g.loaded_fraccheck = true
if vim.g.fraccheck_enabled == false then
  return
end

if vim.lsp.config and vim.lsp.enable then
  if vim.g.fraccheck_cmd then
    vim.lsp.config("fraccheck", { cmd = vim.g.fraccheck_cmd })
  end
  vim.lsp.enable("fraccheck")
  return
end

-- Neovim 0.10 starts servers by hand.
vim.api.nvim_create_autocmd("FileType", {
  group = vim.api.nvim_create_augroup("fraccheck", {}),
  pattern = "frac",
  callback = function(event)
    vim.lsp.start({
      name = "fraccheck",
      cmd = vim.g.fraccheck_cmd or { "fraccheck", "lsp" },
      root_dir = vim.fs.root(event.buf, { "fraccheck.toml", ".git" }),
    }, { bufnr = event.buf })
  end,
})
