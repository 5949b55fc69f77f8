import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * How long others wait while the work is done: the 99th percentile of the delay of the event loop in milliseconds,
 * measured every millisecond.
 */
export async function eventLoopDelay<Result>(
  work: () => Promise<Result>,
): Promise<{ p99: number; result: Result }> {
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  histogram.enable();
  try {
    const result = await work();
    return { p99: histogram.percentile(99) / 1_000_000, result };
  } finally {
    histogram.disable();
  }
}
