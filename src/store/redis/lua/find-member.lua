-- Looks up an identity's seat.
-- ARGV 3-: identity. Returns: 1 for the host's, 0 for another one, or nothing where it has none.
local slot = redis.call('HGET', SLOTS, ARGV[3])
if slot then return seatAt(slot).playerId == room('hostId') and 1 or 0 end
