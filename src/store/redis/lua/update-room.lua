-- Changes settings of a room and tells each kind of change (R1.2).
-- ARGV 3-: '1' to refuse outside the lobby; quiz set choice as JSON or ''; the fact of that choice as
-- JSON; a quiz set of the room's own as JSON or ''; muted ('1', '0' or ''); how many arguments of
-- options follow, and these as field, value, …; then those of the screen.
-- Refuses: ROOM_NOT_FOUND, WRONG_PHASE, BAD_REQUEST.
local inLobby, quizSet, quizSetFact, ownSet, muted, optionArgs = unpack(ARGV, 3, 8)
local id, kind = room('id', 'kind')
if not id then return refuse('ROOM_NOT_FOUND') end
if inLobby == '1' and kind ~= 'lobby' then return refuse('WRONG_PHASE') end

local options = { unpack(ARGV, 9, 8 + optionArgs) }
local screen = { unpack(ARGV, 9 + optionArgs) }
local seated = redis.call('HLEN', SEATS)
for i = 1, #options, 2 do
  if options[i] == 'maxPlayerCount' and tonumber(options[i + 1]) < seated then
    return refuse('BAD_REQUEST', seated .. ' players sit already')
  end
end

if #options > 0 then
  redis.call('HSET', ROOM, unpack(options))
  listOrNot()
  local title, mode, capacity, isPublic, isLocked =
    room('title', 'gameMode', 'maxPlayerCount', 'isPublic', 'isLocked')
  publish({ kind = 'options', options = { title = title, gameMode = mode,
    maxPlayerCount = tonumber(capacity), isPublic = isPublic == '1', isLocked = isLocked == '1' } })
end
-- First, so that whoever hears of the choice finds the set.
if ownSet ~= '' then redis.call('SET', QUIZ, ownSet) end
if quizSet ~= '' then
  redis.call('HSET', ROOM, 'quizSet', quizSet)
  publish(quizSetFact)
end
if #screen > 0 then
  redis.call('HSET', ROOM, unpack(screen))
  local showChat, showNames = room('showChat', 'showNames')
  publish({ kind = 'screen', screen = { showChat = showChat == '1', showNames = showNames == '1' } })
end
if muted ~= '' then
  redis.call('HSET', ROOM, 'isMuted', muted)
  publish({ kind = 'muted', muted = muted == '1' })
end
redis.call('HSET', ROOM, 'lastActivityAt', now())
keepRoom()
