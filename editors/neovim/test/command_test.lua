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

return {
  {
    name = "FraccheckRun evaluates",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = program })
      e.at("41")
      told(e, "FraccheckRun", "42 : int32")
      told(e, "FraccheckRun!", "42 : int32")
      told(e, "FraccheckRun @inc 5", "6 : int32")
      told(e, "FraccheckRun @count Cons(1, Nil())", "1 : int32")
      e.at("1 / 0")
      told(e, "FraccheckRun", "division by zero")
      e.equal(vim.fn.getqflist()[1].lnum, 5)
    end,
  },
  {
    name = "FraccheckTest checks, and lists what failed",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = program })
      told(e, "FraccheckTest", "1 passed, 1 failed")
      local failed = vim.fn.getqflist()
      e.equal({ #failed, failed[1].lnum, failed[1].text }, { 1, 3, "2 where 3 is expected" })
      e.at("@inc(2)")
      told(e, ".FraccheckTest", "1 passed, 0 failed")
    end,
  },
  {
    name = "commands without a server say so",
    run = function(e)
      vim.cmd.enew()
      told(e, "FraccheckRun", "does not run here")
      told(e, "edit fraccheck:/prelude.frac", "no server")
    end,
  },
}
