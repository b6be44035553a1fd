-- The commands of the plugin.
local program = "def @inc(%x : int32) -> int32 { %x + 1 }\n/* 👩‍🔬 */ @inc(41)\n@inc(1)   # evaluates to 3\n@inc(2)   # evaluates to 3\n@inc(1 / 0)\ndef @count(%l : List[int32]) -> int32 { @length(%l) }"

--- told runs a command until something is told.
local function told(e, command, want)
  e.messages(function(messages)
    vim.cmd(command)
    e.until_("the message of " .. command, function() return #messages > 0 end)
    e.contains(messages[1], want)
  end)
end

--- started gives the plugin another program while a function runs.
local function started(path, during)
  local client = require("fraccheck.client")
  local usual = client.cmd
  client.cmd = { path, "lsp" }
  local ok, err = pcall(during)
  client.cmd = usual
  assert(ok, err)
end

return {
  {
    name = "what is wrong behind a command is told",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = program })
      told(e, "Frac run @inc (1", "is never closed")
      told(e, 'Frac run @inc "a', "no closing quote")
      told(e, "Frac run @gone 1", "`a.frac` does not define `@gone`")
      told(e, "Frac graph @inc", "nothing follows `:Frac graph`")
      told(e, "Frac match -(_ + 2)", "matches nowhere")
      vim.cmd("enew")
      told(e, "Frac types", "has no name yet")
    end,
  },
  {
    name = "a program that cannot be started is told of",
    run = function(e)
      local dir = e.folder("a.frac", { ["a.frac"] = program, no_program = "\127ELF" })
      vim.uv.fs_chmod(dir .. "/no_program", 493)
      started(dir .. "/no_program", function()
        told(e, "Frac cost", "no_program")
        told(e, "Frac match _ + _", "no_program")
        vim.cmd("checkhealth fraccheck")
        e.contains(e.text(), "no_program")
      end)
    end,
  },
  {
    name = "a new file in a folder that is not there yet has costs and matches",
    run = function(e)
      local dir = e.folder("a.frac", { ["a.frac"] = program })
      vim.cmd("edit " .. dir .. "/new/b.frac")
      vim.api.nvim_buf_set_lines(0, 0, -1, false, { "def @dec(%x : int32) -> int32 { %x - 1 }" })
      e.client()
      told(e, "Frac match _ + 1", "_ + 1 matches at 1 place")
      vim.cmd("cclose")
      vim.cmd("Frac cost")
      e.until_("the costs", function() return vim.bo.buftype == "nofile" and e.text():find("@dec", 1, true) end)
    end,
  },
  {
    name = "a value that comes after a change stands at no line",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = program })
      e.at("41")
      e.messages(function(messages)
        vim.cmd("Frac run")
        vim.api.nvim_buf_set_lines(0, 0, 0, false, { "# in front" })
        e.until_("the value", function() return #messages > 0 end)
      end)
      e.equal(e.screen():find("= 42 : int32", 1, true), nil)
    end,
  },
  {
    name = "Frac run evaluates",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = program })
      e.at("41")
      told(e, "Frac run", "42 : int32")
      told(e, "Frac! run", "42 : int32")
      told(e, "Frac run @inc 5", "6 : int32")
      told(e, "Frac run @count Cons(1, Nil())", "1 : int32")
      e.at("1 / 0")
      told(e, "Frac run", "division by zero")
      e.equal(vim.fn.getqflist()[1].lnum, 5)
    end,
  },
  {
    name = "Frac test checks, and lists what failed",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = program })
      told(e, "Frac test", "1 passed, 1 failed")
      local failed = vim.fn.getqflist()
      e.equal({ #failed, failed[1].lnum, failed[1].text }, { 1, 3, "2 where 3 is expected" })
      e.at("@inc(2)")
      told(e, ".Frac test", "1 passed, 0 failed")
      e.folder("b.frac", { ["b.frac"] = "1\n# 1 + 1 evaluates to 3" })
      e.at("+ 1")
      told(e, "Frac run", "2 : int32")
      e.folder("c.frac", { ["c.frac"] = "1" })
      told(e, "Frac test", "there is no evaluation comment to check")
    end,
  },
  {
    name = "commands without a server say so",
    run = function(e)
      vim.cmd.enew()
      told(e, "Frac run", "does not run here")
      told(e, "edit fraccheck:/prelude.frac", "no server")
    end,
  },
  {
    name = "a value stands in the lens of its line alone, that of a call behind the line",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = "def @inc(%x : int32) -> int32 { %x + 1 }\n\n@inc(41)" })
      e.at("41")
      told(e, "Frac run", "42 : int32")
      e.shows("▶ run = 42")
      e.equal(e.screen():find("= 42 : int32", 1, true), nil)
      told(e, "Frac run @inc 5", "6 : int32")
      e.shows("= 6 : int32")
    end,
  },
  {
    name = "a value that no lens shows stands behind its line until the text changes",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = "def @inc(%x : int32) -> int32 { %x + 1 }\n\n@inc(41)" })
      e.at("41")
      local results = require("fraccheck.shown").results
      e.equal(results({ config = { settings = { fraccheck = { codeLens = { run = false } } } } }), false)
      e.equal(results({ config = { settings = { fraccheck = { ["codeLens.run"] = false } } } }), false)
      e.equal(results(e.client()), true)
      vim.g.fraccheck_codelens = false
      told(e, "Frac run", "42 : int32")
      e.shows("= 42 : int32")
      vim.g.fraccheck_codelens = nil
      vim.api.nvim_buf_set_lines(0, 1, 1, false, { "# changed" })
      e.until_("the value's end", function() return not e.screen():find("= 42 : int32", 1, true) end)
    end,
  },
  {
    name = "a value is shown in a window",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = program })
      e.at("41")
      vim.cmd("Frac value")
      local buffer = e.until_("the window", e.float)
      e.contains(e.text(buffer), "int32")
      e.contains(e.text(buffer), "42")
    end,
  },
  {
    name = "a large value is laid out in rows and parts",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = 'zeros(shape=(2, 3, 50), dtype="float32")\n(Constant([[1f, -20.5f], [nanf, 3f]]), arange(500))' })
      e.at("zeros")
      vim.cmd("Frac value")
      local text = e.text(e.until_("the window", e.float))
      e.contains(text, "Tensor[(2, 3, 50), float32]; 0.0 to 0.0, mean 0\n1 step, ")
      e.contains(text, "\nat [0]\n0.0  0.0")
      e.contains(text, "0.0  …")
      e.at("(Constant")
      vim.cmd("Frac value")
      e.until_("the other window", function() return e.float() and e.text(e.float()):find("FractalTensor", 1, true) end)
      text = e.text(e.float())
      e.contains(text, ".0 Tensor[(2, 2), float32]; -20.5 to 3.0, mean -5.5; 1 NaN\n  1.0  -20.5\n  nan    3.0\n.1 FractalTensor[int32]; 0 to 499, mean 249.5\n  0  1")
    end,
  },
  {
    name = "a large value asks for no key, and its rows are not wrapped",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = 'def @wide() { arange(0f, 400f, 1f) }\nreshape(@wide(), newshape=[4, 100])' })
      e.at("@wide()", 2)
      e.messages(function(messages)
        vim.cmd("Frac run")
        e.until_("the value", function() return #messages > 0 end)
        assert(vim.fn.strdisplaywidth(messages[1]) <= vim.o.columns - 12, messages[1])
        e.contains(messages[1], "… (:Frac value)")
      end)
      vim.cmd("Frac value")
      local buffer = e.until_("the window", e.float)
      local window = vim.fn.bufwinid(buffer)
      e.equal(vim.wo[window].wrap, false)
      e.equal(vim.api.nvim_win_get_width(window) <= vim.o.columns, true)
    end,
  },
  {
    name = "costs are shown beside the program",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = program })
      vim.cmd("Frac cost")
      e.until_("the costs", function() return e.text():find("@inc", 1, true) and vim.bo.buftype == "nofile" end)
      e.contains(e.text(), "O(1)")
    end,
  },
  {
    name = "the graph at the cursor is opened, or told where it is",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = program })
      e.at("%x + 1")
      local open, opened = vim.ui.open, nil
      vim.ui.open = function(path) opened = path end
      told(e, "Frac graph", "opened the graph of @inc")
      e.contains(table.concat(vim.fn.readfile(opened), "\n"), ">add<")
      vim.ui.open = function() return nil, "no handler found" end
      told(e, "Frac graph", "which nothing here opens: no handler found")
      vim.ui.open = open
    end,
  },
  {
    name = "the structure of a type is shown in a window",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = program })
      e.at("%l")
      vim.cmd("Frac tree")
      e.contains(e.text(e.until_("the window", e.float)), "constructor: Cons")
      e.at("41")
      vim.cmd("Frac tree FractalTensor[int32]")
      e.until_("the other window", function() return e.float() and e.text(e.float()):find("element: int32", 1, true) end)
      e.at("41")
      told(e, "Frac tree Gone", "`Gone` is no type here")
      told(e, "Frac tree Baum[", "`Baum[` is no type here: the type ends here, and something is missing")
    end,
  },
  {
    name = "matches of the rule at the cursor and of a pattern are listed",
    run = function(e)
      e.folder("a.fracrule", { ["a.frac"] = program, ["a.fracrule"] = "find sum { var x match x + 1 }\nfind nothing { match tanh(_) }" })
      e.at("sum")
      told(e, "Frac match", "sum matches at 1 place")
      local found = vim.fn.getqflist()
      e.equal({ #found, found[1].lnum, found[1].text }, { 1, 1, "%x + 1   x = %x" })
      vim.cmd("cclose")
      e.at("nothing")
      told(e, "Frac match", "nothing matches nowhere")
      vim.cmd("edit " .. vim.fn.expand("%:h") .. "/a.frac")
      told(e, "Frac match", "takes a pattern")
      told(e, "Frac match _ + 1", "_ + 1 matches at 1 place")
      found = vim.fn.getqflist()
      e.equal({ #found, found[1].lnum, found[1].col, found[1].text }, { 1, 1, 33, "%x + 1" })
      vim.cmd("cclose")
      told(e, "Frac match ((", "")
    end,
  },
  {
    name = "in what a rule was not looked for is told",
    run = function(e)
      e.folder("a.fracrule", { ["a.frac"] = "def @f(%x: int32) { %x + 1 }\ndef @g(%x: int32) { %y }\n", ["a.fracrule"] = "find sum { var x match x + 1 }\nfind nothing { match tanh(_) }" })
      e.at("sum")
      told(e, "Frac match", "sum matches at 1 place; a.frac has errors and was searched in part")
      vim.cmd("cclose")
      e.at("nothing")
      told(e, "Frac match", "nothing matches nowhere; a.frac has errors and was searched in part")
    end,
  },
  {
    name = "what a pattern was not looked for in is told, and a document is searched that is at hand",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = "def @f(%x: int32) { %x + 1 }\ndef @g(%x: int32) { %y }\n", ["b.md"] = "```frac\n2 + 1\n```\n" })
      told(e, "Frac match _ + 1", "_ + 1 matches at 1 place; a.frac has errors and was searched in part")
      vim.cmd("cclose")
      vim.cmd("edit " .. vim.fn.expand("%:h") .. "/b.md")
      told(e, "Frac match _ + 1", "_ + 1 matches at 2 places; a.frac has errors")
      vim.cmd("cclose")
      told(e, "Frac match tanh(_)", "matches nowhere; a.frac has errors")
    end,
  },
  {
    name = "a test that fails is a diagnostic until it is mended",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = "1 + 1 # => 3" })
      told(e, "Frac test", "0 passed, 1 failed")
      e.diagnosed("expectation-failed")
      vim.api.nvim_buf_set_lines(0, 0, 1, false, { "1 + 1 # => 2" })
      e.diagnosed()
    end,
  },
  {
    name = "the words of the command are completed, and others refused",
    run = function(e)
      e.equal(vim.fn.getcompletion("Frac c", "cmdline"), { "cheaper", "convert", "cost" })
      e.equal(vim.fn.getcompletion("Frac convert g", "cmdline"), { "gnf" })
      e.equal(vim.fn.getcompletion("Frac convert gnf ", "cmdline"), {})
      vim.api.nvim_buf_set_lines(0, 0, -1, false, { "def @inc(%x: int32) { %x }", "def @all<a>(%x: a) { %x }" })
      e.equal(vim.fn.getcompletion("Frac run @i", "cmdline"), { "@inc" })
      e.equal(vim.fn.getcompletion("Frac! value ", "cmdline"), { "@all", "@inc" })
      e.equal(vim.fn.getcompletion("Frac run @inc @", "cmdline"), {})
      told(e, "Frac bake", "`:Frac bake` is not known; known are cheaper, convert, cost, find, graph, match, run, test, tree, types, value")
      told(e, "Frac convert xyz", "takes a normal form")
    end,
  },
  {
    name = "checkhealth shows what is there and what is not",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = program })
      vim.cmd("checkhealth fraccheck")
      e.contains(e.text(), "the server runs in")
      e.contains(e.text(), ": fraccheck ")
      vim.cmd("silent! bwipeout!")
    end,
  },
  {
    name = "a missing program is reported once",
    run = function(e)
      local config = require("fraccheck.client")
      local cmd = config.cmd
      config.cmd = { "no-such-fraccheck", "lsp" }
      e.messages(function(messages)
        require("fraccheck.binary").check()
        require("fraccheck.binary").check()
        e.equal(#messages, 1)
        e.contains(messages[1], "`no-such-fraccheck` is not on the PATH")
      end)
      config.cmd = cmd
    end,
  },
  {
    name = "of a program that is named by its path, its absence is told",
    run = function(e)
      local config = require("fraccheck.client")
      local cmd = config.cmd
      package.loaded["fraccheck.binary"] = nil
      config.cmd = { "/nowhere/fraccheck", "lsp" }
      e.messages(function(messages)
        require("fraccheck.binary").check()
        e.contains(messages[1], "`/nowhere/fraccheck` is not there, so that nothing is checked")
      end)
      config.cmd = cmd
    end,
  },
  {
    name = "a Neovim that is too old is told so, and nothing is started",
    run = function(e)
      local has = vim.fn.has
      vim.fn.has = function() return 0 end
      e.messages(function(messages)
        vim.g.loaded_fraccheck = nil
        vim.cmd.runtime("plugin/fraccheck.lua")
        e.equal(#messages, 1)
        e.contains(messages[1], "this Neovim is too old")
        vim.cmd("checkhealth fraccheck")
        e.contains(e.text(), "needs 0.10 or later")
        vim.cmd("silent! bwipeout!")
      end)
      vim.fn.has = has
    end,
  },
  {
    name = "a document with a program has the server, another has not",
    run = function(e)
      e.folder("a.md", { ["a.md"] = "# Page\n\n```frac\n1 + True\n```", ["b.md"] = "# Page" })
      e.until_("a finding", function() return #vim.diagnostic.get(0) > 0 end)
      vim.cmd.edit(vim.fn.expand("%:h") .. "/b.md")
      vim.wait(200, function() return false end)
      e.equal(#vim.lsp.get_clients({ bufnr = 0 }), 0)
    end,
  },
  {
    name = "the help has its tags",
    run = function(e)
      local doc = vim.fn.fnamemodify(vim.api.nvim_get_runtime_file("doc/fraccheck.txt", false)[1], ":h")
      vim.cmd("help :Frac")
      e.contains(vim.api.nvim_buf_get_name(0), "fraccheck.txt")
      local copy = vim.fn.tempname()
      vim.fn.mkdir(copy)
      vim.fn.writefile(vim.fn.readfile(doc .. "/fraccheck.txt"), copy .. "/fraccheck.txt")
      vim.cmd("helptags " .. copy)
      e.equal(vim.fn.readfile(doc .. "/tags"), vim.fn.readfile(copy .. "/tags"))
    end,
  },
}
