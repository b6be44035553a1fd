-- Neovim 0.11 and later read this file when `fraccheck` is enabled.
return require("fraccheck.client")
