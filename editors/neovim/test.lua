-- Runs the tests in a Neovim with a screen of its own, a terminal that nobody
-- sees, and shows what they report:
--   FRACCHECK=/path/to/fraccheck nvim --clean -u NONE -l test.lua
local here = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h")
local report = vim.fn.tempname()
local screen = {}

local job = vim.fn.jobstart({ vim.v.progpath, "--clean", "-u", "NONE", "-c", "luafile " .. here .. "/test/all.lua" }, {
  pty = true, width = 120, height = 40,
  env = { REPORT = report, TERM = "xterm-256color" },
  on_stdout = function(_, data) table.insert(screen, table.concat(data, "\n")) end,
})
local status = vim.fn.jobwait({ job }, 150000)[1]
local told = vim.fn.filereadable(report) == 1 and vim.fn.readfile(report) or screen
io.write(table.concat(told, "\n"), "\n")
if status < 0 or status > 1 then
  io.write("0 passed, 1 failed: the editor did not come to the end of its tests\n")
end
os.exit(status == 0 and 0 or 1)
