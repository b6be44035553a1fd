-- Asking the server by its commands, and telling the user what came of it.
local server = require("fraccheck.server")
local shown = require("fraccheck.shown")
local M = {}

--- tell shows a message.
function M.tell(text, level)
  vim.notify("fraccheck: " .. text, level or vim.log.levels.INFO)
end

--- execute has the server do a command, and gives its reply to a function.
function M.execute(name, arguments, reply)
  local buffer = vim.api.nvim_get_current_buf()
  local client = server.client(buffer)
  if not client then
    return M.tell("the server does not run here; see :checkhealth fraccheck", vim.log.levels.ERROR)
  end
  server.request(client, "workspace/executeCommand", { command = name, arguments = arguments }, function(err, result)
    if err then
      return M.tell(err.message, vim.log.levels.ERROR)
    end
    shown.again(buffer)
    reply(result, client)
  end, buffer)
end

--- here is the cursor's place in a document, as the commands take it.
function M.here()
  local client = server.client(vim.api.nvim_get_current_buf())
  local params = vim.lsp.util.make_position_params(0, client and client.offset_encoding or "utf-8")
  return params.textDocument.uri, params.position
end

--- entry is a line of the quickfix list for a place.
function M.entry(uri, range, text, client)
  local item = vim.lsp.util.locations_to_items({ { uri = uri, range = range } }, client.offset_encoding)[1]
  return vim.tbl_extend("force", item, { text = text })
end

--- list fills the quickfix list.
function M.list(title, items)
  vim.fn.setqflist({}, " ", { title = "fraccheck: " .. title, items = items })
end

--- float shows a text in a window over the buffer, as large as the screen allows. Lines that are
--- longer are cut there, so that columns stay below each other.
function M.float(text, name)
  local most = { width = vim.o.columns - 4, height = vim.o.lines - vim.o.cmdheight - 4 }
  local _, window = vim.lsp.util.open_floating_preview(vim.split(text, "\n"), "", {
    border = "single", focus_id = "fraccheck." .. name, wrap = false, max_width = most.width, max_height = most.height,
  })
  vim.wo[window].wrap = false
end

return M
