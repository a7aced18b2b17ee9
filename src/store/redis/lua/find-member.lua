-- Whether an identity has a seat in the room, or opened it, or is among those whom its owner has let run it.
-- ARGV 3-: identity. Returns: 1, or nothing.
local identity = ARGV[3]
local slot = redis.call('HGET', SLOTS, identity)
local openedBy, helpers = room('openedBy', 'helpers')
if slot or openedBy == identity then return 1 end
local known = helpers and cjson.decode(helpers) or {}
for _, list in ipairs({ known.coHosts or {}, known.linked or {} }) do
  for _, helper in ipairs(list) do
    if helper == identity then return 1 end
  end
end
