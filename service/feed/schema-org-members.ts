/** The members of a session that are read. */
export const ofSession: ReadonlySet<string> = new Set([
  ...['name', 'description', 'startDate', 'endDate', 'duration', 'previousStartDate', 'eventStatus'],
  ...['location', 'offers', 'isAccessibleForFree', 'subEvent', 'superEvent', 'eventSchedule'],
  ...['maximumAttendeeCapacity', 'remainingAttendeeCapacity', 'maximumPhysicalAttendeeCapacity'],
  ...['maximumVirtualAttendeeCapacity', 'identifier', 'url'],
]);

/** The members of an event around another one that are read. */
export const ofAbove: ReadonlySet<string> = new Set([
  ...['name', 'url', 'identifier', 'eventStatus', 'location', 'remainingAttendeeCapacity'],
  ...['maximumAttendeeCapacity', 'maximumPhysicalAttendeeCapacity', 'maximumVirtualAttendeeCapacity'],
]);

/** The members of an event that are read. */
export const ofEvent: ReadonlySet<string> = new Set([...ofSession, 'image']);
