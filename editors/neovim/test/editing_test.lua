-- An hour of editing two files in short: typing, deleting, undoing, running, testing, asking. At rest
-- the editor shows what a check of the saved files finds, and nothing went wrong on the way.
local library = [[
data Shape { Circle(float32) | Square(float32) }
def @area(%s: Shape) -> float32 {
  match (%s) { Circle(%r) => 3f * %r * %r | Square(%a) => %a * %a }
}
def @double(%x: int32) -> int32 { %x + %x }]]

local program = [[
import "lib.frac"
def @twice(%x: int32) -> int32 { @double(@double(%x)) }
@twice(3)  # evaluates to 12
@twice(4)  # evaluates to 17
@area(Square(2f))]]

local typed = {
  "def @more(%x: int32) -> int32 { @double(%x) + 1 }\n", "@double(5)  # evaluates to 10\n", "let %y = @twice(2);\n%y\n",
  "# a note 👩‍🔬\n", "def @open(%x: int32) -> int32 { (%x + 1f\n", "@area(Circle(1f))\n", "data T { A | B(int32) }\n",
}

--- generator gives numbers from 1 to n, the same ones in each run.
local function generator(seed)
  return function(n)
    seed = (seed * 1103515245 + 12345) % 2147483648
    return math.floor(seed / 65536) % n + 1
  end
end

--- type writes a text at the beginning of a line, some letters at a time as keys come.
local function type_at(line, text, pick)
  local row, column = line, 0
  while text ~= "" do
    local piece = vim.fn.strcharpart(text, 0, pick(6))
    text = text:sub(#piece + 1)
    local lines = vim.split(piece, "\n")
    vim.api.nvim_buf_set_text(0, row, column, row, column, lines)
    row, column = row + #lines - 1, #lines > 1 and #lines[#lines] or column + #piece
    vim.wait(2)
  end
end

local function cut(pick)
  local last = vim.api.nvim_buf_line_count(0)
  if last > 4 then
    local from = pick(last - 1)
    vim.api.nvim_buf_set_lines(0, from, math.min(last, from + pick(2)), false, {})
  end
end

local function move(pick) vim.api.nvim_win_set_cursor(0, { pick(vim.api.nvim_buf_line_count(0)), 0 }) end

--- actions are what a person does, each as often as it stands here.
local actions = {
  function(pick) type_at(pick(vim.api.nvim_buf_line_count(0)) - 1, typed[pick(#typed)], pick) end,
  function(pick) type_at(pick(vim.api.nvim_buf_line_count(0)) - 1, typed[pick(#typed)], pick) end,
  cut,
  function(pick) vim.cmd("silent! undo") end,
  function(pick) vim.cmd("silent! undo") end,
  function(pick) vim.cmd("silent! redo") end,
  function(pick) move(pick) vim.cmd("silent! Frac run") end,
  function(pick) vim.cmd("silent! Frac test") end,
  function(pick) move(pick) vim.lsp.buf.document_highlight() end,
  function(pick) vim.cmd.buffer(vim.fn.bufnr(pick(2) == 1 and "lib.frac" or "main.frac")) end,
}

--- found is what a check of the folder's files finds, as lines "code line" by file.
local function found(dir)
  local answer = vim.system({ vim.env.FRACCHECK or "fraccheck", "check", "--hints", "--format=json", "lib.frac", "main.frac" }, { cwd = dir }):wait()
  local all = { ["lib.frac"] = {}, ["main.frac"] = {} }
  for _, d in ipairs(vim.json.decode(answer.stdout).diagnostics) do
    table.insert(all[d.file], d.code .. " " .. d.range.start.line)
  end
  return all
end

--- shown is what the editor has of a buffer, but for failed evaluation comments, which a check does
--- not look for.
local function shown(name)
  local all = {}
  for _, d in ipairs(vim.diagnostic.get(vim.fn.bufnr(name))) do
    if d.code ~= "expectation-failed" then
      table.insert(all, d.code .. " " .. (d.lnum + 1))
    end
  end
  return all
end

local function sorted(list) table.sort(list) return list end

--- lensed are the lines with lenses, as the editor has them and as the server answers now.
local function lensed(client)
  local function lines(lenses)
    local all = {}
    for _, l in ipairs(lenses or {}) do
      all[l.range.start.line] = true
    end
    return sorted(vim.tbl_keys(all))
  end
  local buffer = vim.api.nvim_get_current_buf()
  local has = vim.fn.has("nvim-0.12") == 1
    and vim.tbl_map(function(l) return l.lens or l end, vim.lsp.codelens.get({ bufnr = buffer })) or vim.lsp.codelens.get(buffer)
  local answer = require("fraccheck.server").await(client, "textDocument/codeLens", { textDocument = vim.lsp.util.make_text_document_params() }, buffer)
  return lines(has), lines(answer)
end

return {
  {
    name = "an hour of editing leaves what a check finds, and no error",
    run = function(e)
      local dir = e.folder("lib.frac", { ["lib.frac"] = library, ["main.frac"] = program })
      vim.cmd.edit(dir .. "/main.frac")
      local client, pick, errors = e.client(), generator(7), {}
      local notify = vim.notify
      vim.notify = function(text, level) -- that something cannot be run is an answer
        if level == vim.log.levels.ERROR and not vim.startswith(text, "fraccheck: ") or text:find("internal") then
          table.insert(errors, text)
        end
      end
      vim.v.errmsg = ""
      for _ = 1, 12 do
        for _ = 1, 12 do
          actions[pick(#actions)](pick)
        end
        vim.cmd("silent! wall!")
        local want = found(dir)
        for name, diagnostics in pairs(want) do
          local ok = pcall(e.until_, "the diagnostics", function() return vim.deep_equal(sorted(shown(name)), sorted(diagnostics)) end)
          assert(ok, ("%s shows %s, a check finds %s in\n%s"):format(name, vim.inspect(shown(name)), vim.inspect(diagnostics), e.text(vim.fn.bufnr(name))))
        end
        require("fraccheck.shown").again(vim.api.nvim_get_current_buf())
        e.until_("the lenses of the text", function()
          local has, answer = lensed(client)
          return vim.deep_equal(has, answer)
        end)
      end
      vim.notify = notify
      e.equal(errors, {})
      e.equal(vim.v.errmsg, "")
    end,
  },
}
