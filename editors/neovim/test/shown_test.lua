-- What stands between the text: lenses, hints, colours, folds.
local program = "def @inc(%x : int32) -> int32 { let %y = %x + 1; %y }\n/* 👩‍🔬 */ @inc(41)\n@inc(1)   # evaluates to 3"

return {
  {
    name = "a lens is shown, and runs its line to the value",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = program })
      e.shows("▶ run")
      e.shows("2 references")
      e.at("@inc(41)")
      vim.lsp.codelens.run()
      e.shows("▶ run = 42")
      e.shows("= 42")
    end,
  },
  {
    name = "a lens tests the comment of its line",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = program })
      e.shows("▶ test")
      e.at("@inc(1)")
      e.choose("▶ test", vim.lsp.codelens.run)
      e.shows("▶ test: failed: 2") -- the finding may precede it, and the screen end after that
    end,
  },
  {
    name = "lines of evaluation comments that follow each other have one lens",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = "def @inc(%x : int32) -> int32 { %x + 1 }\n@inc(1)  # evaluates to 2\n@inc(2)  # evaluates to 4" })
      e.shows("▶ test 2")
      e.at("@inc(1)")
      vim.lsp.codelens.run()
      e.shows("▶ test 2: 1 passed, 1 failed")
    end,
  },
  {
    name = "tests are shown in the gutter alone",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = program })
      e.shows("▶ run")
      local client = vim.lsp.get_clients({ name = "fraccheck" })[1]
      local function show(value)
        client.settings.fraccheck["codeLens.show"], client.config.settings.fraccheck["codeLens.show"] = value, value
        local change = { "workspace/didChangeConfiguration", { settings = client.settings } }
        if vim.fn.has("nvim-0.11") == 1 then
          client:notify(unpack(change))
        else
          client.notify(unpack(change))
        end
        require("fraccheck.shown").again(0)
      end
      show("gutter")
      e.shows("▷")
      vim.cmd("Frac test")
      e.shows("✗")
      e.until_("no lens", function() return not e.screen():find("▶ run", 1, true) end)
      show(nil)
    end,
  },
  {
    name = "lenses are asked for again once, a moment after the server says so",
    from = "0.12",
    run = function(e)
      local method, asked = "workspace/codeLens/refresh", 0
      local handler = vim.lsp.handlers[method]
      vim.lsp.handlers[method] = function() asked = asked + 1 end
      for _ = 1, 3 do
        require("fraccheck.client").handlers[method](nil, nil, { client_id = -1, method = method })
      end
      e.equal(asked, 0)
      e.until_("the question", function() return asked > 0 end)
      e.equal(asked, 1)
      vim.lsp.handlers[method] = handler
    end,
  },
  {
    name = "the references of a lens are listed",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = program })
      e.shows("2 references")
      e.at("@inc")
      e.choose("2 references", vim.lsp.codelens.run)
      e.until_("the list", function() return #vim.fn.getqflist() == 2 end)
    end,
  },
  {
    name = "inferred types stand in the text",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = "def @inc(%x : int32) -> int32 {\n  let %y = %x + 1;\n  %y\n}" })
      e.shows("let %y : int32 = %x + 1;")
    end,
  },
  {
    name = "words have the colours of what they are",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = "# 𝔸\ndef @f(%x : int32) -> int32 { nn.relu(%x) }" })
      e.until_("colours", function() return vim.tbl_contains(e.marked("@lsp.type.parameter"), "%x") end)
      e.equal(e.marked("@lsp.type.function"), { "@f", "nn.relu" })
      e.equal(e.marked("@lsp.typemod.function.defaultLibrary"), { "nn.relu" })
    end,
  },
  {
    name = "definitions are folded",
    from = "0.11",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = "def @f(%x : int32) -> int32 {\n  %x\n}\n1" })
      vim.wo.foldmethod, vim.wo.foldexpr = "expr", "v:lua.vim.lsp.foldexpr()"
      e.until_("the fold", function() return vim.fn.foldlevel(2) == 1 end)
      e.equal({ vim.fn.foldlevel(1), vim.fn.foldlevel(4) }, { 1, 0 })
    end,
  },
  {
    name = "a binder and its uses change together",
    from = "0.12",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = "def @f(%ab : int32) -> int32 {\n  %ab +\n  %ab\n}" })
      vim.lsp.linked_editing_range.enable(true, { client_id = e.client().id })
      e.at("ab")
      e.until_("the linked ranges", function()
        local namespace = vim.api.nvim_create_namespace("nvim.lsp.linked_editing_range:" .. e.client().id)
        return #vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, {}) >= 3
      end)
      e.press("ac")
      e.until_("the other ranges", function() return e.text() == "def @f(%acb : int32) -> int32 {\n  %acb +\n  %acb\n}" end)
      e.leave()
    end,
  },
}
