-- Opens a room under a PIN that is neither in use nor resting (R1.1).
-- ARGV 3-: room id, '1' where it is listed, the room's housekeeping member of the deadline set, then the
-- fields of the room and their values.
-- Returns: 1, or 0 where the PIN is taken.
local id, isListed, housekeeping = unpack(ARGV, 3, 5)
if redis.call('EXISTS', PIN) == 1 then return 0 end
local at = now()
redis.call('SET', PIN, id)
redis.call('HSET', ROOM, 'lastActivityAt', at, 'lastPresentAt', at, 'openedAt', at, unpack(ARGV, 6))
-- Should nobody look after the room, the sweep finds out that it is gone and tidies up behind it.
redis.call('ZADD', DUE, at + TTL_MS, housekeeping)
if isListed == '1' then redis.call('SADD', PUBLIC, id) end
keepRoom()
return 1
