-- The arithmetic of one limit, exact; see TokenBucket. Its state is micros + part / unit: the instant at which it will
-- be full again. One permit takes whole + rest / unit microseconds.

-- What so many permits take: whole microseconds, and the rest in 1 / unit.
local function timeOf(limit, permits)
  if limit.rest == 0 then
    return permits * limit.whole, 0
  end
  local whole = permits * limit.whole + floor(permits / limit.unit) * limit.rest
  -- (permits % unit) × rest can exceed 2^53: in two halves, each exact
  local odd = permits % limit.unit
  local high = floor(odd / 32768)
  local first = high * limit.rest
  local quotient = floor(first / limit.unit)
  local second = (first - quotient * limit.unit) * 32768 + (odd - high * 32768) * limit.rest
  local carried = floor(second / limit.unit)
  return whole + quotient * 32768 + carried, second - carried * limit.unit
end

local function add(limit, micros, part, permits)
  local whole, rest = timeOf(limit, permits)
  part = part + rest
  if part >= limit.unit then
    return micros + whole + 1, part - limit.unit
  end
  return micros + whole, part
end

-- The first instant at which the cost may be taken; may lie in the past.
local function free(limit, cost)
  local spare = limit.capacity - cost
  if spare < 0 then
    local micros, part = add(limit, limit.micros, limit.part, -spare)
    return part > 0 and micros + 1 or micros
  end
  local whole, rest = timeOf(limit, spare)
  local micros = limit.micros - whole
  return limit.part > rest and micros + 1 or micros
end

local function charge(limit, at, cost)
  local start = at + limit.jitter
  if limit.micros < start then
    -- a cost of the whole bucket waits for an instant that is not always a whole microsecond; no part of one is lost
    local roundedUp = limit.jitter == 0 and limit.part > 0 and free(limit, cost) == at
    if not roundedUp then
      limit.micros, limit.part = start, 0
    end
  end
  limit.micros, limit.part = add(limit, limit.micros, limit.part, cost)
end
