vim.filetype.add({ extension = { frac = "frac", relay = "frac", rly = "frac", fracrule = "fracrule" } })
