-- Hands the host role over, unless it changed meanwhile (R3.2).
-- ARGV 3-: the host so far, the next one.
local from, to = unpack(ARGV, 3)
if room('hostId') == from then changeHost(to) end
