-- Frees a projector's place.
-- ARGV 3-: connection.
redis.call('HDEL', SCREENS, ARGV[3])
