" The colours are those of the plugin for Neovim.
execute 'source' fnameescape(expand('<sfile>:p:h:h:h') . '/neovim/syntax/frac.vim')
