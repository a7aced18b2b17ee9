-- Opens a room under a PIN that is neither in use nor resting (R1.1).
-- isListed: '1' where it is; housekeeping: the room's member of the deadline set.
-- REST: the fields of the room and their values.
-- Returns: 1, or 0 where the PIN is taken.
if redis.call('EXISTS', PIN) == 1 then return 0 end
local at = now()
redis.call('SET', PIN, id)
redis.call('HSET', ROOM, 'lastActivityAt', at, 'lastPresentAt', at, 'openedAt', at, unpack(ARGV, REST))
-- Should nobody look after the room, the sweep finds out that it is gone and tidies up behind it.
redis.call('ZADD', DUE, at + TTL_MS, housekeeping)
if isListed == '1' then redis.call('SADD', PUBLIC, id) end
keepRoom()
return 1
