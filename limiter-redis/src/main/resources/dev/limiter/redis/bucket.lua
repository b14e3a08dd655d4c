--[[
One decision about one bucket, atomically. Needs Redis 6.2 or later, or Valkey. It follows limit.lua, state.lua,
book.lua, terms.lua, pause.lua and loss.lua, with which it is one script.

KEYS[1]  the bucket                limiter:{contour}:bucket:key
KEYS[2]  the contour-wide pause    limiter:{contour}:pause        (the hash tag is the contour: one slot for both)
ARGV[1]  what is done              book | give | pause | resume | success | recover
ARGV[2]  by which terms            starts empty 0/1, resumes empty 0/1, fallback, then for each limit: capacity,
                                   arrival jitter, and the time of one permit: whole microseconds, rest, unit
ARGV[3]  what the process knows    bucket time now, at the latest (0: unknown), latest bucket time at which this may be
                                   done (0: any), lineage (0: none), revision, numbers of the pause and the contour's
ARGV[4]  the rest of what is asked; see each verb
ARGV[5]  where changes of a pause are published
ARGV[6]  the server's time, in tests only; in production the script asks TIME

ARGV[2] to ARGV[4], the reply and the stored values are packed big-endian doubles (the values with a few bytes before
them): what is read is bit for bit what was written, and Redis, which cuts a Lua number in a reply to an integer, sees
none. Instants and durations are in whole microseconds.

Reply: status (0 done; 1 lost, 2 too late: nothing was done), bucket time now, flags (1 the limits differ from the last
call's, 2 a value was damaged), lineage, revision, pause and contour's pause (number, row, from, until each), how many
limits, for each the whole and the rest of fullAt, then the verb's own numbers.

Bucket time is TIME + shift. The shift is 0 until a clock steps or another server takes over: then the bucket continues
from where it was, so that instants told to processes stay true. It never goes back.

A new state, and one that was recovered after a loss, has a lineage of its own; the revision counts its changes. A
process that knows a state which is missing, older than what it knows, or begun by somebody who knew nothing, is told
that it is lost, and then says in "recover" all that it knows. Numbers of slots and pauses begin at the time of their
state, so that those of different states differ, and later ones are higher.

A value expires an hour after it stops to matter: missing means lost. A refusal writes nothing.
]]

-- asked: for each slot its number and its cost
local function give()
  local position = 1
  while position < #ARGV[4] do
    local serial, cost
    serial, cost, position = unpack_struct('>dd', ARGV[4], position)
    if serial == bucket.returnable then
      for _, limit in ipairs(limits) do
        refund(limit, cost)
      end
      bucket.returnable = bucket.returnable - 1
      changed = true
    end
  end
end

-- asked: contour-wide 0/1, when the refused request was sent, counted from when the process asked; length (-1: not
-- said), jitter, by hand 0/1
local function pause(wide)
  local _, sent, length, jitter, byHand = unpack_struct('>ddddd', ARGV[4])
  local last = wide and contourPause or bucket.pause
  local next = nextPause(last, askedAt + sent, length, jitter, byHand == 1)
  if next ~= last and wide then
    contourPause = next
    saveContourPause()
    publish(next, '')
  elseif next ~= last then
    bucket.pause = next
    voidSlots(next.from)
    publish(next, KEYS[1])
  end
end

local function resume()
  if now < contourPause.ends then
    contourPause = endedPause(contourPause)
    saveContourPause()
    publish(contourPause, '')
  end
  learnContourPause()
  if now < bucket.pause.ends then
    bucket.pause = endedPause(bucket.pause)
    voidSlots(bucket.pause.from)
    publish(bucket.pause, KEYS[1])
  end
end

-- asked: contour-wide 0/1, the pause's number
local function success(wide)
  local _, number = unpack_struct('>dd', ARGV[4])
  local ended = wide and contourPause or bucket.pause
  if ended.number == number and ended.row > 0 then
    ended.row = 0
    if wide then
      saveContourPause()
    else
      changed = true
    end
  end
end

local verb = ARGV[1]
if verb == 'recover' then
  recover()
  save()
  return reply(DONE)
end
if isLost() then
  return reply(LOST)
end
if latest > 0 and now > latest then
  return reply(LATE)
end

local wide = (verb == 'pause' or verb == 'success') and unpack_struct('>d', ARGV[4]) == 1
if bucket then
  bringLimits()
  if verb == 'book' or verb == 'give' or (verb == 'pause' and not wide) then
    learnContourPause()
  end
elseif verb ~= 'give' and verb ~= 'success' and not wide then
  begin()
end

local own
if verb == 'book' then
  own = book()
elseif verb == 'pause' then
  pause(wide)
  if bucket then
    learnContourPause()
  end
elseif verb == 'resume' then
  resume()
elseif verb == 'success' and (bucket or wide) then
  success(wide)
elseif verb == 'give' and bucket then
  give()
end
if bucket and changed then
  save()
end
return reply(DONE, own)
