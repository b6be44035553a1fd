-- Runs and tests programs by the server's commands.
local ask = require("fraccheck.ask")
local binary = require("fraccheck.binary")
local server = require("fraccheck.server")
local shown = require("fraccheck.shown")
local value = require("fraccheck.value")
local M = {}

local tell, execute, here, entry, list = ask.tell, ask.execute, ask.here, ask.entry, ask.list

--- failed tells why there is no value; the calls that led there are listed.
local function failed(err, client)
  tell(err.message, vim.log.levels.ERROR)
  local calls = vim.tbl_map(function(call)
    return entry(call.uri, call.range, call.name ~= "" and call.name or err.message, client)
  end, err.calls)
  if #calls > 0 then
    list(err.message, calls)
  end
end

--- words splits a text at the blanks that stand in no brackets and no string. What a bracket
--- that is not closed begins is a word too: the server says what is wrong with it.
local function words(text)
  local found, word, depth, quoted = {}, "", 0, false
  for c in text:gmatch(".") do
    quoted = quoted ~= (c == '"')
    depth = depth + (quoted and 0 or c:find("[%(%[{]") and 1 or c:find("[%)%]}]") and -1 or 0)
    if c == " " and depth <= 0 and not quoted then
      found[#found + 1] = word ~= "" and word or nil
      word = ""
    else
      word = word .. c
    end
  end
  found[#found + 1] = vim.trim(word) ~= "" and word or nil
  return found
end

local results = vim.api.nvim_create_namespace("fraccheck.results")

--- short is the beginning of a text, of whole letters.
local function short(text, length)
  text = text:gsub("%s+", " ")
  return vim.fn.strchars(text) > length and vim.fn.strcharpart(text, 0, length - 1) .. "…" or text
end

--- one_line is a text as a message that asks for no key: what one line of the screen has room for.
local function one_line(text)
  local room = vim.o.columns - #"fraccheck: " - 13 -- that Neovim may write at the end
  local cut = short(text, room)
  return cut == text and text or short(text, room - 13) .. " (:Frac value)"
end

--- beside writes a result after a line, until the text changes.
local function beside(buffer, line, text)
  vim.api.nvim_buf_clear_namespace(buffer, results, line, line + 1)
  vim.api.nvim_buf_set_extmark(buffer, results, line, 0, { virt_text = { { "  " .. text, "Comment" } } })
  vim.api.nvim_create_autocmd({ "TextChanged", "TextChangedI" }, {
    buffer = buffer,
    once = true,
    callback = function() vim.api.nvim_buf_clear_namespace(buffer, results, 0, -1) end,
  })
end

--- asked is what is evaluated: what the cursor is in, or a definition on arguments.
local function asked(options)
  local uri, position = here()
  local given = words(options.args)
  if given[1] then
    return { uri = uri, name = table.remove(given, 1), args = given }
  end
  return { uri = uri, position = position }
end

--- evaluate has the server evaluate, and gives what came of it to a function.
local function evaluate(command, target, reply)
  execute(command, { target }, function(result, client)
    if result.error and result.error ~= vim.NIL then
      return failed(result.error, client)
    end
    reply(result, client)
  end)
end

--- run evaluates and tells the value, which the lens shows, too; where none does, it is written
--- after the line.
function M.run(options)
  local buffer, line = vim.api.nvim_get_current_buf(), vim.api.nvim_win_get_cursor(0)[1] - 1
  local tick = vim.api.nvim_buf_get_changedtick(buffer)
  local target = asked(options)
  evaluate(options.bang and "fraccheck.runSequential" or "fraccheck.run", target, function(result, client)
    local text = ("%s : %s"):format(result.value, result.type)
    -- The line may be another one where the text has changed meanwhile.
    local in_lens = target.position and shown.results(client)
    if not in_lens and vim.api.nvim_buf_is_loaded(buffer) and vim.api.nvim_buf_get_changedtick(buffer) == tick then
      beside(buffer, line, "= " .. short(text, 80))
    end
    tell(one_line(text))
  end)
end

--- value evaluates and shows the value in a window over the text.
function M.value(options)
  local target = asked(options)
  target.sequential = options.bang or nil
  evaluate("fraccheck.value", target, function(result)
    local lines = { value.title(result.node, result.type), ("%s, %.1f ms"):format(value.number(result.steps, "step"), result.ms), "" }
    vim.list_extend(lines, value.lines(result.node))
    ask.float(table.concat(lines, "\n"), "value")
  end)
end

--- shown_beside shows a text that is no file in a window of its own.
local function shown_beside(name, text)
  vim.cmd("new")
  local buffer = vim.api.nvim_get_current_buf()
  vim.bo[buffer].buftype, vim.bo[buffer].bufhidden, vim.bo[buffer].swapfile = "nofile", "wipe", false
  pcall(vim.api.nvim_buf_set_name, buffer, name) -- another window may have it
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(text, "\n"))
  vim.bo[buffer].modifiable = false
end

--- cost shows what calling each definition of the file costs, in a window beside it.
function M.cost()
  local path = vim.api.nvim_buf_get_name(0)
  local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n") .. "\n"
  local options = { stdin = text, timeout = 30000, cwd = vim.fn.fnamemodify(path, ":h") }
  binary.run({ "cost", "--stdin-name", path, "-" }, options, function(answer, err)
    local costs, said = vim.trim(answer and answer.stdout or ""), vim.trim(answer and answer.stderr or "")
    if costs == "" then
      return tell(err or said ~= "" and said or "no definition has a cost", vim.log.levels.WARN)
    end
    shown_beside("costs of " .. vim.fn.fnamemodify(path, ":t"), costs)
  end)
end

--- find lists the calls of operators and definitions that have a type, in a window beside it.
function M.find(question)
  if question == "" then
    return tell("which type? As in `:Frac find (Tensor[(n, m), float32]) -> Tensor[(m, n), float32]`", vim.log.levels.ERROR)
  end
  local uri = here()
  execute("fraccheck.find", { { uri = uri, question = question } }, function(reply)
    local lines = {}
    for _, call in ipairs(reply.calls) do
      lines[#lines + 1] = ("%s : %s"):format(call.call, call.type)
      if call.doc then
        lines[#lines + 1] = "    " .. call.doc
      end
    end
    if #lines == 0 then
      return tell("no operator, definition or constructor has this type: leave an input out, or write `?` for an extent that does not matter", vim.log.levels.WARN)
    end
    shown_beside("calls of this type", table.concat(lines, "\n"))
  end)
end

--- reason is why a test failed.
local function reason(result)
  local err = result.error
  return err and err ~= vim.NIL and err.message or ("%s where %s is expected"):format(result.value, result.expected)
end

--- test checks the evaluation comments of the document; with a range the one
--- at the cursor. What failed is listed.
function M.test(options)
  local uri, position = here()
  execute("fraccheck.test", { { uri = uri, position = options.range > 0 and position or nil } }, function(reply, client)
    local items = {}
    for _, result in ipairs(reply.results) do
      if result.verdict == "failed" then
        table.insert(items, entry(uri, result.range, reason(result), client))
      end
    end
    list("test", items)
    if #reply.results == 0 then
      return tell("there is no evaluation comment to check")
    end
    local skipped = (reply.skipped or 0) > 0 and (", %d skipped"):format(reply.skipped) or ""
    local level = reply.failed > 0 and vim.log.levels.WARN or vim.log.levels.INFO
    tell(("%d passed, %d failed%s"):format(reply.passed, reply.failed, skipped), level)
  end)
end

--- references lists what the lens over a definition counts.
function M.references(command, context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  local params = {
    textDocument = { uri = command.arguments[1] },
    position = command.arguments[2],
    context = { includeDeclaration = false },
  }
  server.request(client, "textDocument/references", params, function(err, found)
    if err or not found or #found == 0 then
      return tell(err and err.message or "nothing refers to it")
    end
    list(command.title, vim.lsp.util.locations_to_items(found, client.offset_encoding))
    vim.cmd.copen()
  end, context.bufnr)
end

return M
