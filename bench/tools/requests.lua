-- Sends the requests of a file, one after another and repeatedly: METHOD <tab> path <tab> body. Arguments: the file; how
-- many seconds the connections have to open before the first request. Prints one line of JSON that bench/wrk.ts reads.

local ffi = require("ffi")
ffi.cdef("typedef struct { long seconds, micros; } moment; int gettimeofday(moment *at, void *zone);")

local lines, at = {}, 0
local begins, begun

local function now()
  local moment = ffi.new("moment")
  ffi.C.gettimeofday(moment, nil)
  return tonumber(moment.seconds) * 1000 + tonumber(moment.micros) / 1000
end

local function parse(line)
  return line:match("^(%u+)\t([^\t]+)\t?(.*)$")
end

function init(args)
  for line in io.lines(args[1]) do
    lines[#lines + 1] = line
  end
  begins, begun = now() + tonumber(args[2]) * 1000, false
  if #lines == 1 then
    -- Without a request function wrk sends the same bytes each time, which needs hardly any processor time.
    local method, path, body = parse(lines[1])
    wrk.method, wrk.path = method, path
    if body ~= "" then wrk.body = body end
    return
  end
  function request()
    at = at % #lines + 1
    local method, path, body = parse(lines[at])
    if body == "" then body = nil end
    return wrk.format(method, path, wrk.headers, body)
  end
end

-- A handshake costs the service more than an answer, so requests begin after the handshakes. wrk does not count the delay.
function delay()
  if begun then return 0 end
  local left = begins - now()
  if left > 0 then return math.ceil(left) end
  begun = true
  return 0
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"seconds":%f,"requests":%d,"refused":%d,"lost":%d,"p50":%f,"p99":%f}\n',
    summary.duration / 1e6,
    summary.requests,
    errors.status,
    errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50) / 1000,
    latency:percentile(99) / 1000
  ))
end
