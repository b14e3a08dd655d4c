--[[
One decision about one bucket, atomically. Needs Redis 6.2 or later, or Valkey. This part is the contract; with it
limit.lua, state.lua, terms.lua, pause.lua, loss.lua, verbs.lua, book.lua and reply.lua are one script.

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

A value expires an hour after it stops to matter: missing means lost. A refusal writes nothing.

Nearly all calls are ordinary: the bucket is the one that the process knows, and nothing has happened but bookings. Such
a call skips all parts from terms.lua to verbs.lua, and makes none of their functions: each function and table that is
made costs a call more time than its arithmetic.
]]

local DONE, LOST, LATE = 0, 1, 2
