-- Removes everything that is known of a room, rests its PIN and tells those who are in it (R1.6).
-- KEYS 23: the timer key of the version that stands.
-- seq: up to which the caller knows the room; restMs: how long the PIN rests; resting: what it holds meanwhile.
-- REST: the room's members of the deadline set.
-- Returns: the sequence of the update that tells it, or 0 where the room has gone on since.
local id, current = room('id', 'seq')
if not id or current ~= seq then return 0 end
seq = seq + 1
publish(seq .. ' c ' .. reason)
redis.call('SREM', PUBLIC, id)
redis.call('ZREM', DUE, unpack(ARGV, REST))
redis.call('DEL', KEYS[23], unpack(KEYS, 1, 19))
redis.call('SET', PIN, resting, 'PX', restMs)
return seq
