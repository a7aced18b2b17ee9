-- Whether an identity has a seat in the room, or opened it, or is among those whom its owner has let run it.
-- ARGV 3-: identity. Returns: 1, or nothing.
local identity = ARGV[3]
local slot = redis.call('HGET', SLOTS, identity)
local openedBy, helpers = room('openedBy', 'helpers')
if slot or openedBy == identity then return 1 end
for _, helper in ipairs(helpers and cjson.decode(helpers).coHosts or {}) do
  if helper == identity then return 1 end
end
