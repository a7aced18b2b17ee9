-- Stores what one process's players did, but for emotes and what is said to those near, numbers the chat and
-- publishes it all as one update.
-- What a connection sent that does not hold its seat any more is left out (R2.3). Who hears a message is decided
-- here, as a copy may be a reveal behind, and would tell the living what a ghost says (R7.1).
-- kept, keptBytes: messages and bytes of text that are kept per audience; chatNumber: of the process's chat, or ''
-- where it is always taken; question: the one that is asked, its startTime and when it was paused (or '') in epoch ms;
-- earliest: how many ms after its start an answer has at least; cockpitSpeaker: who speaks in a cockpit, as JSON;
-- walked: how far all have walked; entering: how many entered another zone by their move; moving: of how many others it
-- may be the first move in the question; writing: how many have written something.
-- REST: the slots of those who entered; of those others; how many moved; their slots; their generations; their moves as places.ts has
-- them; how many emotes; slot, generation and emote of each; slot, generation and texts as JSON of who wrote; then slot,
-- generation, text, what was said where words are masked, else '', and 'near' or '' of each message; of a cockpit's
-- 'cockpit' and its connection first.
-- Returns: which messages were left out, counted from 0.
-- Refuses: ROOM_NOT_FOUND.
kept, keptBytes, chatNumber = tonumber(kept), tonumber(keptBytes), tonumber(chatNumber)
entering, moving, writing = tonumber(entering), tonumber(moving), tonumber(writing)
local isEntering, isMoving = {}, {}
for i = REST, REST + entering - 1 do isEntering[ARGV[i]] = true end
local firstOther = REST + entering
for i = firstOther, firstOther + moving - 1 do isMoving[ARGV[i]] = true end
local count = tonumber(ARGV[firstOther + moving])
local firstSlot = firstOther + moving + 1
local emoteCount = tonumber(ARGV[firstSlot + 3 * count])
local firstEmote = firstSlot + 3 * count + 1
local firstText = firstEmote + 3 * emoteCount
local firstChat = firstText + 3 * writing
-- `<number>:<what was left out>` of the last chat that this process has shared.
local TAKEN = 'chat:' .. process
local id, taken, writtenFor = room('id', TAKEN, 'writing')
if not id then return refuse('ROOM_NOT_FOUND') end
local at = now()

-- The time of an answer that is given now, in ms of the question.
local function questionMs()
  return math.max(tonumber(earliest), math.floor((tonumber(pausedAt) or at) - startTime))
end

-- In characters, of each slot's part of POSITIONS and ENTERED: a move, and a question with its ms.
local MOVE, ENTRY, ENTRY_FORMAT = 8, 24, '%16s%8d'
local QUESTION, QUESTION_FORMAT = 16, '%16s'
-- Lua's stack takes some thousand values at once.
local CHUNK = 1000
local moves = {}
for first = 1, count, CHUNK do
  local last = math.min(first + CHUNK - 1, count)
  local generations = redis.call('HMGET', GENERATIONS, unpack(ARGV, firstSlot + first - 1, firstSlot + last - 1))
  for i = first, last do
    local arg = firstSlot + i - 1
    local slot, generation, move = ARGV[arg], ARGV[arg + count], ARGV[arg + 2 * count]
    if generations[i - first + 1] == generation then
      redis.call('SETRANGE', POSITIONS, slot * MOVE, move)
      moves[#moves + 1] = move
      if isEntering[slot] then
        redis.call('SETRANGE', ENTERED, slot * ENTRY, string.format(ENTRY_FORMAT, question, questionMs()):sub(1, ENTRY))
      elseif isMoving[slot] then
        -- Another process may have noted an entry of this player.
        local noted = redis.call('GETRANGE', ENTERED, slot * ENTRY, slot * ENTRY + QUESTION - 1)
        if noted ~= string.format(QUESTION_FORMAT, question) then
          redis.call('SETRANGE', ENTERED, slot * ENTRY, string.format(ENTRY_FORMAT, question, earliest):sub(1, ENTRY))
        end
      end
    end
  end
end
if entering + moving > 0 then redis.call('PEXPIRE', ENTERED, TTL_MS) end

local emotes = {}
for i = firstEmote, firstText - 1, 3 do
  local slot, generation, emote = unpack(ARGV, i, i + 2)
  if redis.call('HGET', GENERATIONS, slot) == generation then emotes[#emotes + 1] = slot .. ',' .. emote end
end

-- What was written for a question that is not open any more comes too late.
local texts = {}
for i = firstText, writtenFor == question and firstChat - 1 or 0, 3 do
  local slot, generation, json = unpack(ARGV, i, i + 2)
  if redis.call('HGET', GENERATIONS, slot) == generation then
    local ms, known = string.match(redis.call('HGET', TEXTS, slot) or '', '^(%d+) (.*)$')
    -- The same once more is no other answer.
    if known ~= json then ms = questionMs() end
    redis.call('HSET', TEXTS, slot, ms .. ' ' .. json)
    local text = cjson.decode(json)
    text.slot, text.ms = tonumber(slot), tonumber(ms)
    texts[#texts + 1] = text
  end
end
if #texts > 0 then redis.call('PEXPIRE', TEXTS, TTL_MS) end

-- `counter` is the field of the room that counts the bytes of text in the list.
local function log(list, counter, json, bytes)
  local length = redis.call('RPUSH', list, json)
  if length == 1 then redis.call('PEXPIRE', list, TTL_MS) end
  local held = redis.call('HINCRBY', ROOM, counter, bytes)
  while length > kept or (held > keptBytes and length > 1) do
    local oldest = cjson.decode(redis.call('LPOP', list))
    length = length - 1
    held = redis.call('HINCRBY', ROOM, counter, -#oldest.message - #(oldest.original or ''))
  end
end

local chats, leftOut = {}, {}
local takenNumber, takenLeftOut = string.match(taken or '0:', '^(%d+):(.*)$')
local isRepeated = firstChat <= #ARGV and chatNumber and chatNumber <= tonumber(takenNumber)
if isRepeated then
  for i in string.gmatch(takenLeftOut, '%d+') do leftOut[#leftOut + 1] = tonumber(i) end
end
-- Who says it, or nil where nobody may.
local function speakerOf(slot, generation)
  if slot == 'cockpit' then
    return redis.call('HEXISTS', SCREENS, generation) == 1 and cjson.decode(cockpitSpeaker) or nil
  end
  return redis.call('HGET', GENERATIONS, slot) == generation and seatAt(slot) or nil
end

for i = firstChat, isRepeated and 0 or #ARGV, 5 do
  local slot, generation, message, original, near = unpack(ARGV, i, i + 4)
  local seat = speakerOf(slot, generation)
  local byGhost = seat and redis.call('SISMEMBER', GHOSTS, seat.playerId) == 1
  if seat and near ~= '' then
    chats[#chats + 1] = { slot = tonumber(slot), byGhost = byGhost, message = message }
  elseif seat then
    local chat = {
      ghostId = redis.call('HINCRBY', ROOM, 'ghostId', 1),
      livingId = byGhost and cjson.null or redis.call('HINCRBY', ROOM, 'livingId', 1),
      playerId = seat.playerId,
      playerName = seat.playerName,
      message = message,
      original = original ~= '' and original or nil,
      timestamp = at,
    }
    local json = cjson.encode(chat)
    log(GHOST_CHAT, 'ghostBytes', json, #message + #original)
    if not byGhost then log(LIVING_CHAT, 'livingBytes', json, #message + #original) end
    chats[#chats + 1] = chat
  else
    leftOut[#leftOut + 1] = (i - firstChat) / 5
  end
end
if chatNumber and firstChat <= #ARGV and not isRepeated then
  redis.call('HSET', ROOM, TAKEN, chatNumber .. ':' .. table.concat(leftOut, ','))
end

for _, text in ipairs(texts) do chats[#chats + 1] = text end
if #moves + #emotes + #chats == 0 then return leftOut end
redis.call('HSET', ROOM, 'lastActivityAt', at)
if walked ~= '0' then redis.call('HINCRBY', ROOM, 'walked', walked) end
local seq = redis.call('HINCRBY', ROOM, 'seq', 1)
local told = #chats > 0 and cjson.encode(chats) or ''
publish(seq .. ' s ' .. table.concat(moves) .. ' ' .. table.concat(emotes, ';') .. ' ' .. told)
return leftOut
