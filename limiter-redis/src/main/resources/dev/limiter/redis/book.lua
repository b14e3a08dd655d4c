-- Booking. Asked: horizon, at least one 0/1, how many of the first entries have one cost, their earliest deadline, then for
-- each entry its cost and its deadline; deadlines are counted from when the process asked. What there is now is not late
-- for who asked in time, though the question took a while to get here.

local first, together, resumes = 0, 0, 0
local listed, instants = 0, nil
if verb == 'book' and status == DONE then
  local horizon, atLeastOne, run, deadline, position = unpack_struct('>dddd', ARGV[4])
  horizon = now + horizon
  resumes = max(now, ownPause.ends, contourPause.ends)
  first = serial + 1

  -- Half of what the bucket has until the horizon: the most that one call may take.
  local left = 0
  if resumes <= horizon then
    left = MOST
    for i = 1, #limits do
      local limit = limits[i]
      local permitsPerMicro = limit.unit / (limit.whole * limit.unit + limit.rest)
      left = min(left, limit.capacity + (horizon - max(now, limit.micros)) * permitsPerMicro)
    end
    left = left / 2
  end

  -- How many of the first entries have their slots at once is estimated, and then made exact, as the estimate may be off
  -- by one. A single entry is cheaper to look at by itself.
  if run > 1 and resumes <= horizon and not (resumes > askedAt + deadline and (resumes > now or deadline < 0)) then
    local cost = unpack_struct('>d', ARGV[4], position)
    local most = min(run, floor(left / cost))
    for i = 1, #limits do
      local limit = limits[i]
      -- the first that is charged puts it there
      local start = resumes + limit.jitter
      local raised = limit.micros < start
      local micros, part = raised and start or limit.micros, raised and 0 or limit.part
      local taken = max(0, micros - resumes + part / limit.unit) / (limit.whole + limit.rest / limit.unit)
      most = min(most, floor((limit.capacity - taken) / cost))
      if most > 1 then
        local whole, rest = timeOf(limit, limit.capacity - most * cost)
        local instant = micros - whole
        if instant > resumes or (instant == resumes and part > rest) then
          most = most - 1
        end
      end
    end
    if most > 1 then
      for i = 1, #limits do
        charge(limits[i], resumes, most * cost)
      end
      together = most
      serial = serial + most
      left = left - most * cost
      position = position + 16 * most
    end
  end

  local length = #ARGV[4]
  while position < length do
    local cost
    cost, deadline, position = unpack_struct('>dd', ARGV[4], position)
    local at = resumes
    for i = 1, #limits do
      local instant = free(limits[i], cost)
      if instant > at then
        at = instant
      end
    end
    local late = at > askedAt + deadline and (at > now or deadline < 0)
    if not late then
      if (serial >= first or atLeastOne == 0) and (at > horizon or cost > left) then
        break
      end
      for i = 1, #limits do
        charge(limits[i], at, cost)
      end
      serial = serial + 1
      left = left - cost
    end
    if late or at > resumes or listed > 0 then
      instants = instants or {}
      listed = listed + 1
      instants[listed] = late and -at or at
    else
      together = together + 1
    end
  end
  if serial >= first then
    returnable = serial
    changed = true
  end
end
