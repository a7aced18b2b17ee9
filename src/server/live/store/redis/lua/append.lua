-- Writes what was decided about a room where what it was decided on still stands, then logs and publishes
-- it. No rule of the game is in here.
-- id of the append; its process; `roster`, `phase`: expected revisions, '*' where none is; bumps…: '1' where it
-- changes that; notBefore, notAfter: earliest and latest moment in epoch ms, each '' for none; isActivity: '1' where
-- people did this; turnMs: how long a process may take for its turn; logLength, logBytes: what the log holds;
-- pieceCount: of how many pieces the changes are, 0 to compare only.
-- REST: these pieces, which are JSON when they are joined, or '@' and the index of an argument among the writes where
-- it is a piece, too; then writes, each as: command, number of its key among KEYS, how many arguments follow, these.
-- Returns: { 'done', sequence }, { 'stale', sequence, ms to wait }, { 'turn', sequence, ms to wait },
-- { 'early' } or { 'late' }.
-- Refuses: ROOM_NOT_FOUND.
local FIRST_WRITE = REST + pieceCount
local current, currentRoster, currentPhase, seq, turns, turnEnds =
  room('id', 'rosterRevision', 'phaseRevision', 'seq', 'turns', 'turnEnds')
if not current then return refuse('ROOM_NOT_FOUND') end
local at = now()
turns = turns or ''

-- Processes whose decisions on the roster came too late take turns, as one of them might else come too late
-- for ever. The first of the list goes before the others; who needs the phase alone waits for nobody.
local function firstTurn()
  return turns:match('^%S+')
end

local function endFirstTurn(endsNext)
  turns, turnEnds = turns:match('^%S+%s+(.*)$') or '', endsNext
  redis.call('HSET', ROOM, 'turns', turns, 'turnEnds', turnEnds)
end

-- Returns: for how long to wait at most, 0 where it is this process's turn.
local function queueForTurn()
  if roster == '*' then return 0 end
  if not (' ' .. turns .. ' '):find(' ' .. process .. ' ', 1, true) then
    if turns == '' then turnEnds = at + turnMs end
    turns = turns == '' and process or turns .. ' ' .. process
    redis.call('HSET', ROOM, 'turns', turns, 'turnEnds', turnEnds)
  end
  return firstTurn() == process and 0 or math.max(1, turnEnds - at)
end

-- The time of those behind has gone by as well. Who is late itself goes on, as nobody else has come.
turnEnds = tonumber(turnEnds or 0)
while turns ~= '' and turnEnds <= at and firstTurn() ~= process do endFirstTurn(turnEnds + turnMs) end
if roster ~= '*' and turns ~= '' and firstTurn() ~= process then
  return { 'turn', tonumber(seq), queueForTurn() }
end
if (roster ~= '*' and roster ~= currentRoster) or (phase ~= '*' and phase ~= currentPhase) then
  return { 'stale', tonumber(seq), queueForTurn() }
end
if roster ~= '*' and turns ~= '' then endFirstTurn(at + turnMs) end
if notBefore ~= '' and at < tonumber(notBefore) then return { 'early' } end
if notAfter ~= '' and at >= tonumber(notAfter) then return { 'late' } end
if pieceCount == '0' then return { 'done', tonumber(seq) } end

local i = FIRST_WRITE
while i <= #ARGV do
  local last = i + 2 + ARGV[i + 2]
  redis.call(ARGV[i], KEYS[tonumber(ARGV[i + 1])], unpack(ARGV, i + 3, last))
  i = last + 1
end

seq = redis.call('HINCRBY', ROOM, 'seq', 1)
local fields = { 'appendId', id, 'appendSeq', seq, 'append:' .. process, id .. ' ' .. seq }
local function field(name, value)
  fields[#fields + 1] = name
  fields[#fields + 1] = value
end
if bumpsRoster == '1' then field('rosterRevision', id) end
if bumpsPhase == '1' then field('phaseRevision', id) end
if isActivity == '1' then field('lastActivityAt', at) end
redis.call('HSET', ROOM, unpack(fields))

-- A long text is copied here once, as that is most of what an append of a large hall costs.
local update = { seq .. ' a ' .. id .. ' ' .. (firstTurn() or '-') .. ' ' }
for piece = 1, pieceCount do
  local text = ARGV[REST + piece - 1]
  local index = text:match('^@(%d+)$')
  update[piece + 1] = index and ARGV[FIRST_WRITE + index] or text
end
update = table.concat(update)

-- After so much text the log begins anew; who has missed more than it holds takes a snapshot.
if redis.call('HINCRBY', ROOM, 'logBytes', #update) > tonumber(logBytes) then
  redis.call('DEL', LOG)
  redis.call('HSET', ROOM, 'logBytes', #update)
end
redis.call('XADD', LOG, 'MAXLEN', '~', logLength, seq .. '-0', 'id', id, 'update', update)
keepRoom()
publish(update)
return { 'done', seq }
