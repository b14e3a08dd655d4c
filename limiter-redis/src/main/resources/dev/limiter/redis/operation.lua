--[[
One business operation: whether it is claimed or done. Needs Redis 6.2 or later, or Valkey.

KEYS[1]  limiter:{contour}:operation:id
ARGV[1]  claim    for ARGV[2], an owner, and ARGV[3] milliseconds, where there is nothing; answers what there is then
         done     for ARGV[3] milliseconds, whatever there is; answers it
         release  where it is claimed by ARGV[2]; answers what there was, or nothing where it stays
         clear    whatever there is; answers what there was
         find     answers what there is

The value, which is the answer too, is text:  in-flight <since> <until> <owner>  or  done <since> <until>. Instants are
the server's, in milliseconds since 1970. It expires by itself at the second one. No value is an empty answer.
]]

local verb, owner, ttl = ARGV[1], ARGV[2], ARGV[3]
-- MGET finds nothing where somebody has put another type
local known = redis.call('MGET', KEYS[1])[1] or ''

local function write(state, by)
  local time = redis.call('TIME')
  local since = time[1] * 1000 + math.floor(time[2] / 1000)
  local value = string.format('%s %.0f %.0f%s', state, since, since + ttl, by)
  redis.call('SET', KEYS[1], value, 'PX', ttl)
  return value
end

if verb == 'claim' then
  return known == '' and write('in-flight', ' ' .. owner) or known
elseif verb == 'done' then
  return write('done', '')
elseif verb == 'release' and string.match(known, '^in%-flight %d+ %d+ (.*)$') ~= owner then
  return ''
elseif verb == 'release' or verb == 'clear' then
  redis.call('DEL', KEYS[1])
end
return known
