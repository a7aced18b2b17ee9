-- Whether an identity is host of this room (R3.1).
-- ARGV 3-: identity. Returns: when the room was opened, or nothing.
local hostId, openedAt = room('hostId', 'openedAt')
local slot = redis.call('HGET', SLOTS, ARGV[3])
if slot and seatAt(slot).playerId == hostId then return openedAt end
