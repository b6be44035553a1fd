autocmd BufNewFile,BufRead *.frac,*.relay,*.rly,*.raf setfiletype frac
autocmd BufNewFile,BufRead *.fracrule setfiletype fracrule
