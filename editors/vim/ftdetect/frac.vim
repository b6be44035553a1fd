autocmd BufNewFile,BufRead *.frac,*.relay,*.rly setfiletype frac
autocmd BufNewFile,BufRead *.fracrule setfiletype fracrule
