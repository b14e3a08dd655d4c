-- When Redis forgot, its clock stepped, or another server took over.

-- Whether the bucket is not the one that the process knows.
local function isLost()
  if knownLineage == 0 then
    return false
  end
  if not exists or contourPause.number < knownContourPause or ownPause.number < knownPause then
    return true
  end
  if lineage == knownLineage then
    return revision < knownRevision
  end
  -- a later one that was begun with knowledge is as good as ours
  return lineage < knownLineage or recovered == 0
end

-- What all others may have taken since this process's last reply counts as taken, as far as one capacity that refills
-- from the end of the horizon on.
local function chargeOthers(all, age, horizon)
  local others = MOST
  for _, limit in ipairs(all) do
    others = min(others, limit.capacity + (age + horizon) / permitTime(limit))
  end
  for _, limit in ipairs(all) do
    local micros, part = limit.micros, limit.part
    charge(limit, now, ceil(others))
    lower(limit, emptyAt(limit, now + horizon))
    raise(limit, micros, part)
  end
end

local function movedPause(pause, by)
  if pause.number == 0 then
    return pause
  end
  return { number = pause.number, row = pause.row, from = max(0, pause.from + by), ends = max(0, pause.ends + by) }
end

-- Bucket time goes on from here.
local function moveTo(instant)
  local by = instant - now
  now, shift = instant, shift + by
  contourPause = movedPause(contourPause, by)
  return by
end

local function copies(all)
  local copied = {}
  for i, limit in ipairs(all) do
    copied[i] = {
      capacity = limit.capacity, whole = limit.whole, rest = limit.rest, unit = limit.unit, micros = limit.micros,
      part = limit.part
    }
  end
  return copied
end

-- What somebody who knew nothing has begun, in this server's time, counts too.
local function merge(last, by)
  lineage = max(lineage, last.lineage + 1)
  revision = max(revision, last.revision)
  if last.lineage < knownLineage then
    return
  end
  ownPause = movedPause(last.pause, by)
  for i, limit in ipairs(limits) do
    if #last.limits == #limits and isSame(limit, last.limits[i]) then
      raise(limit, last.limits[i].micros + by, last.limits[i].part)
    end
  end
end

-- Each empty from the end of the horizon on, or as told from there on: as many as are said first.
local function asTold(all, horizon, told)
  local many, position = unpack_struct('>d', ARGV[4], told)
  for i, limit in ipairs(all) do
    limit.micros, limit.part = emptyAt(limit, now + horizon)
    if i <= many then
      limit.micros, limit.part, position = unpack_struct('>dd', ARGV[4], position)
    end
  end
end

-- The limits that held when this process was last answered, where they were others: they follow what is told.
local function limitsThen(told)
  local position = told + 8 + 16 * unpack_struct('>d', ARGV[4], told)
  local many = (#ARGV[4] - position + 1 - 24) / 40
  local all = {}
  for i = 1, many do
    local capacity, whole, rest, unit = unpack_struct('>dddd', ARGV[4], position + 24 + 8 * many + TERM_SIZE * (i - 1))
    all[i] = {
      capacity = capacity, jitter = unpack_struct('>d', ARGV[4], position + 16 + 8 * i), whole = whole, rest = rest,
      unit = unit
    }
  end
  return all
end

local function beginAgain(age, horizon, process, told)
  local last = exists and { lineage = lineage, revision = revision, pause = ownPause, limits = copies(former) }
  local by = moveTo(expected)
  if exists and lineage == knownLineage and revision >= knownRevision then
    -- the same on another server: it has at least what we know
    bringLimits()
  else
    local before = limitsThen(told)
    if #before == 0 then
      asTold(limits, horizon, told)
    else
      -- others may have taken by the limits of then and by those of now: what the larger of both comes to is charged
      asTold(before, horizon, told)
      chargeOthers(before, age, horizon)
      former, same = before, false
      bringLimits()
    end
  end
  exists, recovered, lineage, revision = true, max(1, process), max(now, knownLineage + 1), knownRevision
  applied = contourPause.number
  serial, returnable, ownPause = now, 0, NO_PAUSE
  if last then
    merge(last, by)
  end
  chargeOthers(limits, age, horizon)
end

-- asked: age of what is told, horizon, which server process this is (0: not known), whether it is another than before 0/1,
-- pause and contour's pause (number, row, from, until each), then how many limits are told, for each the whole and the
-- rest of fullAt, and by which terms that is counted, as ARGV[2] has them, where those are others
local function recover()
  local pause, wide = {}, {}
  local age, horizon, process, elsewhere, told
  age, horizon, process, elsewhere, pause.number, pause.row, pause.from, pause.ends, wide.number, wide.row, wide.from, wide.ends,
    told = unpack_struct('>dddddddddddd', ARGV[4])
  local known = exists and lineage == knownLineage and revision >= knownRevision
  -- what somebody else began with knowledge, but not what another server process has kept of it: that may be old
  local adopted = exists and lineage > knownLineage and recovered > 0
    and (elsewhere == 0 or process == 0 or recovered == process)
  if adopted or (known and elsewhere == 0) then
    if now > latest then
      -- the clock stepped ahead
      moveTo(max(expected, seen))
    end
    bringLimits()
  else
    beginAgain(age, horizon, process, told)
  end
  if wide.number > contourPause.number or (wide.number == contourPause.number and wide.ends > contourPause.ends) then
    contourPause = wide
    saveContourPause()
  end
  if pause.number > ownPause.number then
    ownPause = pause
  end
  applied = contourPause.number
  applyResumeRule()
  changed = true
end
