-- Opens a room under a PIN that is neither in use nor resting (R1.1).
-- ARGV 3-: room id, PIN, title, mode, capacity, isPublic ('1' or '0'), quiz set choice as JSON, phase
-- as JSON, opener's identity, opener's address, the room's housekeeping member of the deadline set.
-- Returns: 1, or 0 where the PIN is taken.
local id, pin, title, mode, capacity, isPublic, quizSet, phase, identity, address,
  housekeeping = unpack(ARGV, 3)
if redis.call('EXISTS', PIN) == 1 then return 0 end
local at = now()
redis.call('SET', PIN, id)
redis.call('HSET', ROOM, 'id', id, 'pin', pin, 'title', title, 'gameMode', mode,
  'maxPlayerCount', capacity, 'isPublic', isPublic, 'isLocked', '0', 'isMuted', '0',
  'showChat', '0', 'showNames', '1', 'quizSet', quizSet, 'hostId', '', 'isHandedOver', '0', 'seq', 0, 'version', 0,
  'kind', 'lobby', 'nextQuestion', 0, 'endsAt', '', 'phase', phase, 'game', '',
  'lastActivityAt', at, 'lastPresentAt', at, 'openedAt', at, 'openedBy', identity,
  'openedFrom', address)
-- Should nobody do the housekeeping of the room, the sweep finds out that it is gone and tidies up behind it.
redis.call('ZADD', DUE, at + TTL_MS, housekeeping)
listOrNot()
keepRoom()
return 1
