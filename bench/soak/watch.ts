import { setTimeout as pause } from 'node:timers/promises';
import { processorTime, residentMemory } from '../tools/programs';
import type { Soak } from './soak';
import type { Measured } from './tally';

const bystanderMilliseconds = 500;
const longestMilliseconds = 60_000;

/** One sample of both programs. Memory in MB, processor time in seconds since their start. */
export interface Sample {
  /** Milliseconds since the clients began. */
  seconds: number;
  memory: Record<Measured, number>;
  cpuSeconds: Record<Measured, number>;
}

export interface Watched {
  samples: Sample[];
  /** The response times of /healthz in milliseconds, each with the second of the run. */
  waits: Record<Measured, { seconds: number; milliseconds: number }[]>;
}

/** Samples the memory of both programs, and requests /healthz, until the clients stop. */
export function startWatch(
  soak: Soak,
  pids: Readonly<Record<Measured, number>>,
  sampleSeconds: number,
): { watched: Watched; stopped: Promise<void> } {
  const { signal } = soak;
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  const watched: Watched = { samples: [], waits: { service: [], storefront: [] } };
  const sampling = repeat(signal, sampleSeconds * 1000, async () => {
    const at = seconds();
    const [service, storefront, ofService, ofStorefront] = await Promise.all([
      residentMemory(pids.service),
      residentMemory(pids.storefront),
      processorTime(pids.service),
      processorTime(pids.storefront),
    ]);
    watched.samples.push({
      seconds: at,
      memory: { service, storefront },
      cpuSeconds: { service: ofService, storefront: ofStorefront },
    });
  });
  const asking = (['service', 'storefront'] as const).map((name) =>
    repeat(signal, bystanderMilliseconds, async () => {
      const at = seconds();
      const asked = performance.now();
      try {
        await askHealth(soak, name);
        watched.waits[name].push({ seconds: at, milliseconds: performance.now() - asked });
      } catch (error) {
        soak.tally.failed('bystanders', error);
      }
    }),
  );
  return { watched, stopped: Promise.all([sampling, ...asking]).then(() => undefined) };
}

/** Requests /healthz. Rejects if the program does not answer that it is healthy. */
export async function askHealth({ shopUrl, service, tally }: Soak, name: Measured): Promise<void> {
  let status: number;
  if (name === 'service') {
    status = (await service.call('/healthz')).status;
  } else {
    const response = await fetch(`${shopUrl}/healthz`, { signal: AbortSignal.timeout(longestMilliseconds) });
    await response.arrayBuffer();
    status = response.status;
    tally.answered('storefront', status, 'GET /healthz');
  }
  if (status !== 200) throw new Error(`the ${name} answered /healthz with ${status}`);
}

/** Repeats an action at this interval, until the signal. */
export async function repeat(
  signal: AbortSignal,
  milliseconds: number,
  act: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    await act();
    await pause(milliseconds, undefined, { signal }).catch(() => undefined);
  }
}
