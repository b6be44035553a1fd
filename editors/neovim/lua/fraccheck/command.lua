-- Runs and tests programs by the server's commands.
local server = require("fraccheck.server")
local shown = require("fraccheck.shown")
local M = {}

local function tell(text, level)
  vim.notify("fraccheck: " .. text, level or vim.log.levels.INFO)
end

--- execute has the server do a command, and gives its reply to a function.
local function execute(name, arguments, reply)
  local buffer = vim.api.nvim_get_current_buf()
  local client = server.client(buffer)
  if not client then
    return tell("the server does not run here", vim.log.levels.ERROR)
  end
  server.request(client, "workspace/executeCommand", { command = name, arguments = arguments }, function(err, result)
    if err then
      return tell(err.message, vim.log.levels.ERROR)
    end
    shown.again(buffer)
    reply(result, client)
  end, buffer)
end

--- here is the cursor's place in a document, as the commands take it.
local function here()
  local client = server.client(vim.api.nvim_get_current_buf())
  local params = vim.lsp.util.make_position_params(0, client and client.offset_encoding or "utf-8")
  return params.textDocument.uri, params.position
end

--- entry is a line of the quickfix list for a place.
local function entry(uri, range, text, client)
  local item = vim.lsp.util.locations_to_items({ { uri = uri, range = range } }, client.offset_encoding)[1]
  return vim.tbl_extend("force", item, { text = text })
end

local function list(title, items)
  vim.fn.setqflist({}, " ", { title = "fraccheck: " .. title, items = items })
end

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

--- words splits a text at the blanks that stand in no brackets and no string.
local function words(text)
  local found, word, depth, quoted = {}, "", 0, false
  for c in (text .. " "):gmatch(".") do
    quoted = quoted ~= (c == '"')
    depth = depth + (quoted and 0 or c:find("[%(%[{]") and 1 or c:find("[%)%]}]") and -1 or 0)
    if c == " " and depth <= 0 and not quoted then
      found[#found + 1] = word ~= "" and word or nil
      word = ""
    else
      word = word .. c
    end
  end
  return found
end

--- run evaluates what the cursor is in, or a definition on arguments.
function M.run(options)
  local uri, position = here()
  local target = { uri = uri, position = position }
  local given = words(options.args)
  if given[1] then
    target = { uri = uri, name = table.remove(given, 1), args = given }
  end
  execute(options.bang and "fraccheck.runSequential" or "fraccheck.run", { target }, function(reply, client)
    if reply.error and reply.error ~= vim.NIL then
      return failed(reply.error, client)
    end
    tell(("%s : %s"):format(reply.value, reply.type))
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
    local level = reply.failed > 0 and vim.log.levels.WARN or vim.log.levels.INFO
    tell(("%d passed, %d failed"):format(reply.passed, reply.failed), level)
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
