-- Squiggles, their messages, and that they follow edits.
return {
  {
    name = "squiggles stand under what is wrong, and go",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = "# Adds 👩‍🔬.\ndef @inc(%x : int32) -> int32 { /* 𝔸 */ %x + 1f }\n@map(@inc, Nil())" })
      e.equal(vim.bo.filetype, "frac")
      e.diagnosed("dtype-mismatch")
      e.equal(e.marked("DiagnosticUnderlineError"), { "1f" })
      local found = vim.diagnostic.get(0)[1]
      vim.api.nvim_buf_set_text(0, found.lnum, found.col, found.end_lnum, found.end_col, { "1" })
      e.diagnosed()
    end,
  },
  {
    name = "the message opens in a window",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = "@lenght(Nil())" })
      e.diagnosed("undefined-name")
      e.at("@lenght")
      vim.diagnostic.open_float()
      e.shows("there is no function `@lenght`")
    end,
  },
  {
    name = "what is wrong in a closed file is listed",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = "1", ["b.frac"] = "@gone()" })
      e.until_("the diagnostics of the other file", function()
        vim.diagnostic.setqflist({ open = false })
        return #vim.fn.getqflist() == 1
      end)
      e.contains(vim.fn.getqflist()[1].text, "there is no function `@gone`")
    end,
  },
}
