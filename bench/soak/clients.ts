import { attackers } from './attackers';
import { buyers } from './buyers';
import { crawlers } from './crawlers';
import { imports, integrators } from './integrators';
import type { Soak } from './soak';
import { staff } from './staff';
import type { Kind } from './tally';
import { repeat } from './watch';

/** So many of each at once, and how long each rests between two visits. */
interface Crowd {
  kind: Kind;
  visit: () => Promise<void>;
  atOnce: number;
  restMilliseconds: number;
}

/** Starts all clients; resolves when the last of them has stopped. Together they keep about one core busy. */
export async function runClients(soak: Soak): Promise<void> {
  const selling = integrators(soak);
  const crowds: readonly Crowd[] = [
    // Some of them wait for a hold to end.
    { kind: 'buyers', visit: buyers(soak), atOnce: 5, restMilliseconds: 6_000 },
    { kind: 'integrators', visit: selling.visit, atOnce: 2, restMilliseconds: 1_500 },
    { kind: 'integrators', visit: imports(soak), atOnce: 1, restMilliseconds: 45_000 },
    { kind: 'crawlers', visit: crawlers(soak), atOnce: 2, restMilliseconds: 400 },
    { kind: 'staff', visit: staff(soak), atOnce: 1, restMilliseconds: 15_000 },
    { kind: 'attackers', visit: attackers(soak), atOnce: 2, restMilliseconds: 3_000 },
  ];
  const running = crowds.flatMap((crowd) =>
    Array.from({ length: crowd.atOnce }, () =>
      repeat(soak.signal, crowd.restMilliseconds, visitOf(soak, crowd)),
    ),
  );
  await Promise.all(running);
  await selling.close();
}

/** A visit whose failure is counted; what is cut off when the clients stop is none. */
function visitOf({ tally, signal }: Soak, { kind, visit }: Crowd): () => Promise<void> {
  return async () => {
    try {
      await visit();
    } catch (error) {
      if (!signal.aborted) tally.failed(kind, error);
    }
  };
}
