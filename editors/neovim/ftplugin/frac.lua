vim.bo.commentstring = "# %s"
vim.bo.comments = ":#,://"
vim.bo.expandtab = true
vim.bo.shiftwidth = 2
vim.bo.softtabstop = 2
-- `%x`, `@f` and `nn.relu` are words.
vim.bo.iskeyword = "@,48-57,_,192-255,%,@-@,."
vim.b.undo_ftplugin = "setlocal commentstring< comments< expandtab< shiftwidth< softtabstop< iskeyword<"
-- The parser gives colours where it is there, otherwise syntax/frac.vim.
pcall(vim.treesitter.start, 0, "frac")
