import { attackers } from './attackers';
import { buyers } from './buyers';
import { crawlers } from './crawlers';
import { imports, integrators } from './integrators';
import type { Soak } from './soak';
import { staff } from './staff';
import type { Kind } from './tally';
import { repeat } from './watch';

/** The number of each kind at once, and the pause between two visits of one. */
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

/** A visit whose failure is counted; visits that are aborted when the clients stop are not failures. */
function visitOf({ tally, signal }: Soak, { kind, visit }: Crowd): () => Promise<void> {
  return async () => {
    try {
      await visit();
    } catch (error) {
      if (!signal.aborted) tally.failed(kind, error);
    }
  };
}
