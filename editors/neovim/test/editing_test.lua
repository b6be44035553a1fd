-- What changes the text: renames, actions, completion, formatting.
return {
  {
    name = "a rename changes two files",
    run = function(e)
      local lib = "# 𝔸\ndef @plus(%a : int32) -> int32 { /* 👩‍🔬 */ %a }"
      local dir = e.folder("a.frac", { ["a.frac"] = "import \"lib.frac\"\n/* 𝔸 */ @plus(@plus(3))", ["lib.frac"] = lib })
      e.at("@plus")
      vim.lsp.buf.rename("sum")
      e.until_("the new name", function() return e.text():find("@sum(@sum(3))", 1, true) end)
      vim.cmd.edit(dir .. "/lib.frac")
      e.equal(e.text(), (lib:gsub("@plus", "@sum")))
    end,
  },
  {
    name = "a code action is applied",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = "data Coin { Heads  Tails }\ndef @turn(%c : Coin) -> Coin {\n  match (%c) { /* 👩‍🔬 */\n    case Heads { Tails }\n  }\n}" })
      e.diagnosed("nonexhaustive-match")
      e.at("match")
      vim.lsp.buf.code_action({ apply = true, filter = function(a) return a.title == "add the missing clause `Tails`" end })
      e.until_("the clause", function() return e.text():find("case Tails", 1, true) end)
      e.diagnosed("typed-hole")
    end,
  },
  {
    name = "a refactoring is resolved and applied",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = "def @f(%x : int32) -> int32 { /* 𝔸 */ let %y = %x + 1; %y }" })
      e.at("%y")
      vim.lsp.buf.code_action({ apply = true, filter = function(a) return a.title == "annotate `%y`" end })
      e.until_("the annotation", function() return e.text():find("let %y: int32 = %x + 1;", 1, true) end)
    end,
  },
  {
    name = "names are completed",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = "def @doubled(%x : int32) -> int32 { %x }\n@doub" })
      if vim.lsp.completion then
        vim.lsp.completion.enable(true, e.client().id, 0, { autotrigger = false })
      end
      e.at("@doub", 2)
      e.press("A<C-x><C-o>")
      e.until_("the menu or the only name", function() return vim.fn.pumvisible() == 1 or e.text():find("@doubled(", 1, true) end)
      e.press(vim.fn.pumvisible() == 1 and "<C-n><C-y>" or "")
      e.until_("the name", function() return vim.startswith(vim.fn.getline(2), "@doubled") end)
      e.leave()
    end,
  },
  {
    name = "a document is formatted",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = "# 𝔸\ndef @f( %x:int32 )->int32{\n%x+1 }" })
      vim.lsp.buf.format({ timeout_ms = 10000 })
      e.equal(e.text(), "# 𝔸\ndef @f(%x: int32) -> int32 {\n  %x + 1\n}")
    end,
  },
  {
    name = "a line is formatted as it is typed",
    from = "0.12",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = "def @f(%x: int32) {\n%x\n" })
      vim.lsp.on_type_formatting.enable(true, { bufnr = 0 })
      vim.api.nvim_win_set_cursor(0, { 3, 0 })
      e.press("i}")
      e.until_("the indentation", function() return e.text() == "def @f(%x: int32) {\n  %x\n}" end)
      e.leave()
    end,
  },
}
