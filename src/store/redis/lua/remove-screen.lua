-- Frees a projector's slot.
-- ARGV 3-: connection.
redis.call('HDEL', SCREENS, ARGV[3])
