const longList = `[${'0,'.repeat(1_000_000)}0]`;

/**
 * The processor time of the work, as a multiple of what parsing a list of a million numbers takes on the same
 * processor, which is about 30 ms. Other programs on the machine lengthen both.
 */
export function relativeTime(work: () => void): number {
  const unit = parsingTime();
  const time = processorTime();
  work();
  return time() / unit;
}

/** The microseconds of processor time for parsing a list of a million numbers. */
export function parsingTime(): number {
  const time = processorTime();
  JSON.parse(longList);
  return time();
}

/** The microseconds of processor time that the process uses from now on. */
export function processorTime(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return user + system;
  };
}
