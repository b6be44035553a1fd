vim.filetype.add({ extension = { frac = "frac", relay = "frac", rly = "frac", raf = "frac", fracrule = "fracrule" } })
