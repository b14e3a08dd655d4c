-- Pauses, and a new state.

local LONGEST_FALLBACK = 60000000

local function saveContourPause()
  local idle = contourPause.row > 0 and contourPause.ends + HOUR or contourPause.ends
  local packed = pack(PAUSE, VERSION, contourPause.row, contourPause.number, contourPause.from - shift,
    contourPause.ends - shift)
  redis.call('SET', KEYS[2], packed, 'PX', ceil((max(0, idle - now) + HOUR) / 1000))
end

-- A process that may not publish can still pause; the others then know that they hear nothing.
local function publish(pause, key)
  redis.pcall('PUBLISH', ARGV[5], pack('>ddddd', now, pause.number, pause.row, pause.from, pause.ends) .. key)
end

-- The limit that refills soonest.
local function soonest()
  local found = limits[1]
  for i = 2, #limits do
    local whole, rest = timeOf(limits[i], limits[i].capacity)
    local foundWhole, foundRest = timeOf(found, found.capacity)
    if (rest > 0 and whole + 1 or whole) < (foundRest > 0 and foundWhole + 1 or foundWhole) then
      found = limits[i]
    end
  end
  return found
end

-- Where the contour resumes empty, that one has no permit left when the last pause ends.
local function applyResumeRule()
  local ends = max(ownPause.ends, contourPause.ends)
  if resumesEmpty and ends > 0 then
    local limit = soonest()
    raise(limit, emptyAt(limit, ends))
  end
end

local function voidSlots(from)
  for _, limit in ipairs(limits) do
    lower(limit, emptyAt(limit, from + limit.jitter))
  end
  applyResumeRule()
  returnable = 0
  changed = true
end

local function newNumber(pause)
  return max(pause.number + 1, now)
end

-- What holds after a refusal; the same table where nothing changed. See Pauses.
local function nextPause(pause, sentAt, length, jitter, byHand)
  local sameEvent = not byHand and pause.number > 0 and sentAt < pause.ends
  local row = (byHand or (sameEvent and pause.row > 0)) and pause.row or pause.row + 1
  if length < 0 then
    length = min(LONGEST_FALLBACK, fallback * 2 ^ min(20, max(0, row - 1)))
  end
  local ends = now + length + jitter
  if ends <= pause.ends then
    return pause
  end
  return { number = newNumber(pause), row = row, from = now < pause.ends and pause.from or now, ends = ends }
end

local function endedPause(pause)
  return { number = newNumber(pause), row = pause.row, from = pause.from, ends = now }
end

local function begin()
  exists, recovered, lineage, revision, applied = true, 0, now, 0, contourPause.number
  serial, returnable, ownPause = now, 0, NO_PAUSE
  for _, limit in ipairs(limits) do
    if startsEmpty or damaged then
      limit.micros, limit.part = emptyAt(limit, now)
    else
      limit.micros, limit.part = now, 0
    end
  end
  applyResumeRule()
  changed = true
end

local function learnContourPause()
  if contourPause.number > 0 and contourPause.number ~= applied then
    applied = contourPause.number
    voidSlots(contourPause.from)
  end
end
