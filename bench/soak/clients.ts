import { attackers } from './attackers';
import { buyers } from './buyers';
import { crawlers } from './crawlers';
import { imports, integrators } from './integrators';
import { readers } from './readers';
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

/** Other numbers and pauses for some kinds of clients. */
export type CrowdSizes = Partial<Record<Kind, Pick<Crowd, 'atOnce' | 'restMilliseconds'>>>;

/**
 * Starts all clients; resolves when the last of them has stopped. Together they keep about one core busy, unless there
 * are more of them than usual.
 */
export async function runClients(soak: Soak, sizes: CrowdSizes = {}): Promise<void> {
  const selling = integrators(soak);
  const reading = readers(soak);
  const usual: readonly Crowd[] = [
    // Some of them wait for a hold to end.
    { kind: 'buyers', visit: buyers(soak), atOnce: 5, restMilliseconds: 6_000 },
    { kind: 'integrators', visit: selling.visit, atOnce: 2, restMilliseconds: 1_500 },
    { kind: 'integrators', visit: imports(soak), atOnce: 1, restMilliseconds: 45_000 },
    { kind: 'crawlers', visit: crawlers(soak), atOnce: 2, restMilliseconds: 400 },
    { kind: 'readers', visit: reading.visit, atOnce: 1, restMilliseconds: 100 },
    { kind: 'staff', visit: staff(soak), atOnce: 1, restMilliseconds: 15_000 },
    { kind: 'attackers', visit: attackers(soak), atOnce: 2, restMilliseconds: 3_000 },
  ];
  const crowds = usual.map((crowd) => ({ ...crowd, ...sizes[crowd.kind] }));
  const running = crowds.flatMap((crowd) =>
    Array.from({ length: crowd.atOnce }, () =>
      repeat(soak.signal, crowd.restMilliseconds, visitOf(soak, crowd)),
    ),
  );
  await Promise.all(running);
  await Promise.all([selling.close(), reading.close()]);
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
