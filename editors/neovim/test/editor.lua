-- What the tests do with the editor, and see of it.
local M = {}

--- pause lets the editor go on for a moment: tests are coroutines.
local function pause()
  local test = coroutine.running()
  vim.defer_fn(function() assert(coroutine.resume(test)) end, 20)
  coroutine.yield()
end

--- until_ waits until something holds, and gives what it gave.
function M.until_(what, is)
  local deadline = vim.uv.now() + 8000
  repeat
    local got = is()
    if got then
      return got
    end
    pause()
  until vim.uv.now() > deadline
  error(what .. " never came")
end

--- equal compares two values by their parts.
function M.equal(got, want)
  assert(vim.deep_equal(got, want), ("got %s, want %s"):format(vim.inspect(got), vim.inspect(want)))
end

--- contains looks for a plain piece of a text.
function M.contains(text, piece)
  assert(tostring(text):find(piece, 1, true), ("%q is not in %q"):format(piece, text))
end

--- folder makes a workspace of files and opens the one that is named first.
function M.folder(first, files)
  local dir = vim.uv.fs_realpath(vim.fn.fnamemodify(vim.fn.tempname(), ":h")) .. "/" .. vim.fn.rand()
  vim.fn.mkdir(dir, "p")
  vim.fn.writefile({}, dir .. "/fraccheck.toml")
  for name, text in pairs(files) do
    vim.fn.writefile(vim.split(text, "\n"), dir .. "/" .. name)
  end
  vim.cmd.edit(dir .. "/" .. first)
  M.client()
  return dir
end

--- client is the one of the current buffer, once the server is ready.
function M.client()
  return M.until_("the server", function()
    local client = vim.lsp.get_clients({ bufnr = 0, name = "fraccheck" })[1]
    return client and client.initialized and client
  end)
end

--- diagnosed waits until the diagnostics are these codes.
function M.diagnosed(...)
  local want = { ... }
  M.until_("diagnostics " .. table.concat(want, " "), function()
    return vim.deep_equal(vim.tbl_map(function(d) return d.code end, vim.diagnostic.get(0)), want)
  end)
end

--- at puts the cursor on the nth occurrence of a text. The editor is to notice
--- before anything opens: a move of the cursor closes windows over the text.
function M.at(text, nth)
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  for i = 1, nth or 1 do
    local found = vim.fn.search("\\V" .. vim.fn.escape(text, "\\"), i == 1 and "cW" or "W")
    assert(found > 0, text .. " is not in the buffer")
  end
  pause()
end

--- text is that of a buffer.
function M.text(buffer)
  return table.concat(vim.api.nvim_buf_get_lines(buffer or 0, 0, -1, false), "\n")
end

--- press types keys.
function M.press(keys) vim.api.nvim_input(keys) end

--- leave goes back to normal mode.
function M.leave()
  M.until_("normal mode", function()
    if vim.fn.mode() ~= "n" then
      M.press("<Esc>")
    end
    return vim.fn.mode() == "n"
  end)
end

--- screen is what the editor shows, line by line.
function M.screen()
  vim.cmd.redraw({ bang = true })
  local lines = {}
  for row = 1, vim.o.lines do
    local cells = {}
    for column = 1, vim.o.columns do
      cells[column] = vim.fn.screenstring(row, column)
    end
    lines[row] = (table.concat(cells):gsub("%s+$", ""))
  end
  return table.concat(lines, "\n")
end

--- shows waits until a text is on the screen.
function M.shows(text)
  M.until_(("%q on the screen"):format(text), function()
    return M.screen():find(text, 1, true) ~= nil
  end)
end

--- marked gives the texts of a buffer whose highlight groups begin so.
function M.marked(prefix, buffer)
  local texts = {}
  for _, m in ipairs(vim.api.nvim_buf_get_extmarks(buffer or 0, -1, 0, -1, { details = true })) do
    if type(m[4].hl_group) == "string" and vim.startswith(m[4].hl_group, prefix) then
      vim.list_extend(texts, vim.api.nvim_buf_get_text(buffer or 0, m[2], m[3], m[4].end_row, m[4].end_col, {}))
    end
  end
  return texts
end

--- float is the buffer of a window that lies over the text.
function M.float()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= "" then
      return vim.api.nvim_win_get_buf(window)
    end
  end
end

--- messages gathers what is told to the user while a function runs.
function M.messages(during)
  local told, notify = {}, vim.notify
  vim.notify = function(text) table.insert(told, text) end
  local ok, err = pcall(during, told)
  vim.notify = notify
  assert(ok, err)
end

--- hovers asks what is at the cursor until a text is on the screen.
function M.hovers(text)
  local asked = 0
  M.until_(("%q in a hover"):format(text), function()
    if not M.float() and vim.uv.now() > asked + 1000 then
      asked = vim.uv.now()
      vim.lsp.buf.hover()
    end
    return M.screen():find(text, 1, true) ~= nil
  end)
end

--- choose takes the choice that begins so where a function offers several.
function M.choose(begins, from)
  local select, chosen = vim.ui.select, false
  vim.ui.select = function(choices, options, on_choice)
    for _, choice in ipairs(choices) do
      if vim.startswith(options.format_item(choice), begins) then
        chosen = true
        return on_choice(choice)
      end
    end
  end
  from()
  M.until_(begins .. " among the choices", function() return chosen end)
  vim.ui.select = select
end

--- has tells whether this Neovim is at least of a version.
function M.has(version) return vim.fn.has("nvim-" .. version) == 1 end

--- clear closes everything.
function M.clear()
  M.leave()
  for _, client in ipairs(vim.lsp.get_clients()) do
    (client.stop)(M.has("0.11") and client or true, true)
  end
  M.until_("the end of the server", function() return #vim.lsp.get_clients() == 0 end)
  vim.cmd("silent! %bwipeout!")
  vim.cmd("silent! only!")
  vim.fn.setqflist({})
end

return M
