-- Neovim 0.11 and later read this file when `fraccheck` is enabled.
return {
  cmd = { "fraccheck", "lsp" },
  filetypes = { "frac" },
  root_markers = { "fraccheck.toml", ".git" },
}
