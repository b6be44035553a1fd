-- Runs the tests beside this file, reports and leaves.
local here = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h")
local plugin = vim.fn.fnamemodify(here, ":h")
vim.opt.runtimepath:append(plugin)
package.path = here .. "/?.lua;" .. package.path
vim.o.swapfile, vim.o.shortmess = false, vim.o.shortmess .. "I"
vim.g.fraccheck_cmd = { vim.env.FRACCHECK or "fraccheck", "lsp" }
vim.cmd("filetype plugin on | syntax on")
for _, part in ipairs({ "ftdetect/frac.lua", "plugin/fraccheck.lua" }) do
  vim.cmd.source(plugin .. "/" .. part)
end

local counts = { passed = 0, failed = 0 }

local function report(text)
  vim.fn.writefile(vim.split(text, "\n"), vim.env.REPORT, "a")
end

local function try(name, test)
  local editor = require("editor")
  local ok, err = xpcall(test, debug.traceback, editor)
  counts[ok and "passed" or "failed"] = counts[ok and "passed" or "failed"] + 1
  if not ok then
    report(("FAIL %s: %s\n%s"):format(name, err, editor.screen()))
  end
  editor.clear()
end

local function all()
  for _, file in ipairs(vim.fn.sort(vim.fn.glob(here .. "/*_test.lua", true, true))) do
    for _, test in ipairs(dofile(file)) do
      if vim.fn.has("nvim-" .. (test.from or "0.10")) == 1 and (not vim.env.ONLY or file:find(vim.env.ONLY, 1, true)) then
        try(test.name, test.run)
      end
    end
  end
end

vim.schedule(coroutine.wrap(function()
  local ok, err = xpcall(all, debug.traceback)
  if not ok then
    counts.failed = counts.failed + 1
    report(err)
  end
  report(("%d passed, %d failed"):format(counts.passed, counts.failed))
  vim.cmd(counts.failed > 0 and "cquit! 1" or "qall!")
end))
