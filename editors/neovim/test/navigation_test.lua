-- Going to places, in other files and in documents of the server.
local library = "# 𝔸\ndata Coin { Heads : () -> Coin  Tails : () -> Coin }\ndef @turn(%c : Coin) -> Coin { %c }\n"

local function jumped(e, ask, at, nth, name, text)
  e.at(at, nth)
  ask()
  e.until_("the jump to " .. text, function()
    return vim.api.nvim_buf_get_name(0):find(name, 1, true) and vim.fn.getline("."):sub(vim.fn.col(".")):find(text, 1, true) == 1
  end)
end

return {
  {
    name = "definitions are gone to, across files",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = "import \"lib.frac\"\n/* 👩‍🔬 */ @turn(Heads())", ["lib.frac"] = library })
      jumped(e, vim.lsp.buf.definition, "@turn", 1, "lib.frac", "@turn(%c")
      jumped(e, vim.lsp.buf.type_definition, "%c", 2, "lib.frac", "Coin {")
      vim.lsp.buf.implementation()
      e.until_("the list of constructors", function() return #vim.fn.getqflist() == 2 end)
    end,
  },
  {
    name = "references are listed",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = "import \"lib.frac\"\n/* 👩‍🔬 */ @turn(@turn(Heads()))", ["lib.frac"] = library })
      e.at("@turn")
      vim.lsp.buf.references({ includeDeclaration = false })
      e.until_("the list", function() return #vim.fn.getqflist() == 2 end)
      e.equal(vim.fn.getqflist()[1].lnum, 2)
    end,
  },
  {
    name = "the prelude is a document of the server",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = "@map(@foldl, Nil())" })
      jumped(e, vim.lsp.buf.definition, "@map", 1, "fraccheck:/prelude.frac", "@map")
      e.equal({ vim.bo.buftype, vim.bo.modifiable, vim.bo.filetype }, { "nofile", false, "frac" })
      e.hovers("@map : fn")
      e.equal(#vim.diagnostic.get(0), 0)
      e.equal(#vim.lsp.get_clients(), 1)
    end,
  },
  {
    name = "types are shown beside the program",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = "def @f(%x : int32) { %x + 1 } # 𝔸" })
      vim.cmd("Frac types")
      e.contains(e.text(), "%x + 1 /* ty=int32 */")
      e.equal(vim.fn.winnr("$"), 2)
      vim.cmd.wincmd("p")
      vim.api.nvim_buf_set_lines(0, 0, -1, false, { "def @f(%x : bool) { %x }" })
      vim.cmd.wincmd("p")
      e.until_("the new types", function() return e.text():find("ty=bool", 1, true) end)
    end,
  },
  {
    name = "a normal form is shown beside the program, and follows it",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = "def @f(%x : int32) { %x * (%x + 1) } # 𝔸" })
      vim.cmd("Frac convert anf")
      e.contains(e.text(), "let %v1 = %x + 1;")
      vim.cmd.wincmd("p")
      vim.api.nvim_buf_set_lines(0, 0, -1, false, { "def @f(%x : int32) { %x * @gone(%x) }" })
      vim.cmd.wincmd("p")
      e.until_("the error", function() return e.text():find("# the program has an error", 1, true) end)
      e.contains(e.text(), "let %v1 = %x + 1;")
    end,
  },
  {
    name = "symbols, highlights and hierarchies",
    run = function(e)
      e.folder("lib.frac", { ["lib.frac"] = library .. "@turn(@turn(Heads()))" })
      local symbols
      vim.lsp.buf.document_symbol({ on_list = function(list) symbols = list.items end })
      e.until_("the symbols", function() return symbols and #symbols == 4 end)
      e.at("@turn")
      vim.lsp.buf.document_highlight()
      e.until_("highlights", function() return #e.marked("LspReference") == 3 end)
      vim.fn.setqflist({})
      vim.lsp.buf.workspace_symbol("trn", { on_list = function(list) symbols = list.items end })
      e.until_("the workspace's symbols", function() return symbols[1].text:find("@turn", 1, true) and #symbols < 4 end)
      vim.lsp.buf.incoming_calls()
      e.until_("the calls", function() return #vim.fn.getqflist() > 0 end)
    end,
  },
}
