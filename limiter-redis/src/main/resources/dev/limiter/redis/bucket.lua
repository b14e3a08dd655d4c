--[[
One decision about one bucket, atomically. Needs Redis 6.2 or later, or Valkey. This part is the contract; with it
ordinary.lua, alone.lua, limit.lua, state.lua, terms.lua, pause.lua, loss.lua, verbs.lua, book.lua and reply.lua are one
script. Another one, which ends in many.lua, takes ordinary bookings of many buckets by the same rules.

KEYS[1]  the bucket                limiter:{contour}:bucket:key
KEYS[2]  the contour-wide pause    limiter:{contour}:pause        (the hash tag is the contour: one slot for both)
ARGV[1]  what is done              book | give | pause | resume | success | recover
ARGV[2]  by which terms            starts empty 0/1, resumes empty 0/1, fallback, for each limit its arrival jitter, then
                                   for each its capacity and the time of one permit: whole microseconds, rest, unit
ARGV[3]  what the process knows    bucket time now, at the latest (0: unknown), latest bucket time at which this may be
                                   done (0: any), lineage (0: none), revision, numbers of the pause and the contour's
ARGV[4]  the rest of what is asked; see each verb
ARGV[5]  where changes of a pause are published
ARGV[6]  the server's time, in tests only; in production the script asks TIME

ARGV[2] to ARGV[4], the reply and the stored values are packed big-endian doubles (the values with a few bytes before
them): what is read is bit for bit what was written, and Redis, which cuts a Lua number in a reply to an integer, sees
none. Instants and durations are in whole microseconds.

Reply: status (0 done; 1 lost, 2 too late: nothing was done), bucket time now, flags (1 the limits differ from the last
call's, 2 a value was damaged, 4 there is a pause, 8 there is one of the contour), lineage, revision, what was booked
(the number of the first slot, how many slots are at once, their instant), how many limits, for each the whole and the
rest of fullAt, then the pause and the contour's where there are such (number, row, from, until), then for each further
entry that was looked at its instant, negative where it is late.

Bucket time is TIME + shift. The shift is 0 until a clock steps or another server takes over: then the bucket continues
from where it was, so that instants told to processes stay true. It never goes back.

A new state, and one that was recovered after a loss, has a lineage of its own; the revision counts its changes. A
process that knows a state which is missing, older than what it knows, or begun by somebody who knew nothing, is told
that it is lost, and then says in "recover" all that it knows. Numbers of slots and pauses begin at the time of their
state, so that those of different states differ, and later ones are higher.

A value expires an hour, or up to ten minutes more, after it stops to matter: missing means lost. A refusal writes nothing.

Nearly all calls are ordinary: the bucket is the one that the process knows, and nothing has happened but bookings. With one
limit, and permits of one cost, such a call ends in alone.lua; others skip all parts from terms.lua to verbs.lua. Neither
makes their functions: each function and table that is made costs a call more time than its arithmetic.
]]

local DONE, LOST, LATE = 0, 1, 2
local VERSION = 1
-- A value has a head, which no booking changes, the terms of its limits as they came, what bookings change (revision,
-- bucket time, numbers of the last slot and of the one that can be given back), and the whole and the rest of each fullAt.
local HEAD = '>BBI4I4dddddd'
local HEAD_SIZE = 58
local TERM_SIZE = 32
local FIXED_SIZE = HEAD_SIZE + 32
local LIMIT_SIZE = TERM_SIZE + 16

-- Instants and products are integers below this, where a double is exact.
local MOST = 9007199254740992
-- No process says a larger number: what is stored of one is damaged.
local LATEST = MOST / 2

local HOUR = 3600000000
local SECOND = 1000000
-- An expiry is good for all that is booked in the same two minutes and is full again within ten minutes of their beginning:
-- an ordinary call leaves it as it is.
local EXPIRY_HOLDS = 120000000
local GRACE = 600000000

local floor, ceil, max, min = math.floor, math.ceil, math.max, math.min
local pack, unpack_struct, sub = struct.pack, struct.unpack, string.sub
