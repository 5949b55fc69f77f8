import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type fc from 'fast-check';
import { expect } from 'vitest';
import type { Transaction } from '@/lib/database/database';
import { readRun, type Availability, type Run } from './model';
import { setCapacities } from '@/service/availability/set-capacities';

/**
 * The expected state: counters and holds by their numbers. A counter is undefined until it is limited for the first
 * time.
 */
export interface Model {
  counters: ({ capacity: number | null; sold: number } | undefined)[];
  holds: { units: Map<number, number>; counters: number; isExpired: boolean }[];
}

/** The database on which the same commands are run. */
export interface Real {
  transaction: Transaction;
  availability: Availability;
  catalogId: string;
  counterIds: string[];
  holdIds: string[];
}

export function newRun(transaction: Transaction, availability: Availability): { model: Model; real: Real } {
  return {
    model: { counters: [undefined, undefined, undefined], holds: [] },
    real: {
      transaction,
      availability,
      catalogId: randomUUID(),
      holdIds: [],
      counterIds: [randomUUID(), randomUUID(), randomUUID()],
    },
  };
}

/** The initial limits of a run. */
export async function limit(
  { model, real }: ReturnType<typeof newRun>,
  capacities: readonly (number | null)[],
) {
  const asked = real.counterIds.map((counterId, i) => ({ counterId, capacity: capacities[i] ?? null }));
  await setCapacities(real.transaction, real.catalogId, asked);
  model.counters = asked.map(({ capacity }) => (capacity === null ? undefined : { capacity, sold: 0 }));
}

type Command = fc.AsyncCommand<Model, Real>;

function command(
  name: string,
  check: (model: Model) => boolean,
  run: (model: Model, real: Real) => Promise<void>,
): Command {
  return {
    check,
    run: async (model, real) => {
      await run(model, real);
      expect(shown(await readRun(real.transaction, real.catalogId))).toEqual(shown(expected(model, real)));
    },
    toString: () => name,
  };
}

function held(model: Model, counter: number): number {
  return model.holds.reduce((sum, { units }) => sum + (units.get(counter) ?? 0), 0);
}

/** Releases the expired holds of a counter. */
function releaseExpired(model: Model, counter: number): void {
  for (const hold of model.holds) if (hold.isExpired) hold.units.delete(counter);
}

export function holdCommand(wanted: ReadonlyMap<number, number>): Command {
  return command(
    `hold(${[...wanted].join('; ')})`,
    () => true,
    async (model, real) => {
      for (const counter of wanted.keys()) releaseExpired(model, counter);
      const limited = [...wanted].filter(
        ([counter]) => typeof model.counters[counter]?.capacity === 'number',
      );
      const fits = limited.every(([counter, units]) => {
        const { capacity = null, sold = 0 } = model.counters[counter] ?? {};
        return units <= (capacity ?? Infinity) - sold - held(model, counter);
      });
      const id = randomUUID();
      const units = [...wanted].map(([counter, count]) => ({
        catalogId: real.catalogId,
        counterId: real.counterIds[counter] ?? '',
        units: count,
      }));
      expect(await real.availability.hold(real.transaction, id, units)).toBe(fits);
      if (!fits) return;
      real.holdIds.push(id);
      model.holds.push({ units: new Map(limited), counters: limited.length, isExpired: false });
    },
  );
}

/** One of the existing holds, by number. */
function pick(model: Model, real: Real, number: number) {
  const index = number % model.holds.length;
  const [hold, id] = [model.holds[index], real.holdIds[index]];
  if (hold === undefined || id === undefined) throw new Error('there is no such hold');
  return { hold, id };
}
const some = ({ holds }: Model) => holds.length > 0;

export function convertCommand(number: number): Command {
  // The service checks expiry by the clock before it calls this function.
  const check = (model: Model) =>
    some(model) && model.holds[number % model.holds.length]?.isExpired === false;
  return command(`convert(${number})`, check, async (model, real) => {
    const { hold, id } = pick(model, real, number);
    const alive = hold.units.size === hold.counters;
    const done = real.availability.convert(real.transaction, real.catalogId, id, hold.counters);
    expect(await done).toBe(alive);
    if (!alive) return;
    for (const [counter, units] of hold.units) {
      const known = model.counters[counter];
      if (known !== undefined) known.sold += units;
    }
    hold.units.clear();
  });
}

export function releaseCommand(number: number): Command {
  return command(`release(${number})`, some, async (model, real) => {
    const { hold, id } = pick(model, real, number);
    await real.availability.release(real.transaction, real.catalogId, id);
    hold.units.clear();
  });
}

export function extendCommand(number: number): Command {
  return command(`extend(${number})`, some, async (model, real) => {
    const { hold, id } = pick(model, real, number);
    const alive = hold.units.size === hold.counters;
    const done = real.availability.extend(real.transaction, real.catalogId, id, hold.counters);
    expect(await done).toBe(alive);
    if (alive) hold.isExpired = false;
  });
}

export function expireCommand(number: number): Command {
  return command(`expire(${number})`, some, async (model, real) => {
    const { hold, id } = pick(model, real, number);
    await real.transaction.run(
      sql`update ticketing.hold set expires_at = clock_timestamp() - interval '1 second'
          where catalog_id = ${real.catalogId} and hold_id = ${id}`,
    );
    hold.isExpired = true;
  });
}

export function sweepCommand(): Command {
  return command(
    'sweep',
    () => true,
    async (model, real) => {
      await real.availability.sweep(real.transaction);
      model.counters.forEach((_, counter) => releaseExpired(model, counter));
    },
  );
}

export function capacityCommand(counter: number, capacity: number | null): Command {
  const name = `capacity(${counter}, ${capacity ?? 'none'})`;
  return command(
    name,
    () => true,
    async (model, real) => {
      const known = model.counters[counter];
      const live = model.holds.reduce(
        (sum, { units, isExpired }) => sum + (isExpired ? 0 : (units.get(counter) ?? 0)),
        known?.sold ?? 0,
      );
      const accepted = capacity === null || capacity >= live;
      const id = real.counterIds[counter] ?? '';
      // A refused request wrote nothing, so nothing must be undone before the next command.
      const done = await real.availability.setCapacity(real.transaction, real.catalogId, id, capacity);
      expect(done).toBe(accepted);
      if (!accepted || (known === undefined && capacity === null) || known?.capacity === capacity) return;
      releaseExpired(model, counter);
      model.counters[counter] = { capacity, sold: known?.sold ?? 0 };
    },
  );
}

function expected(model: Model, { counterIds, holdIds }: Real): Run {
  return {
    counters: model.counters.flatMap((known, counter) => {
      if (known === undefined) return [];
      const { capacity, sold } = known;
      const expired = model.holds.reduce(
        (sum, { units, isExpired }) => sum + (isExpired ? (units.get(counter) ?? 0) : 0),
        0,
      );
      const taken = held(model, counter);
      const left = capacity === null ? null : capacity - sold - taken + expired;
      return [{ id: counterIds[counter] ?? '', capacity, held: taken, sold, left }];
    }),
    holds: model.holds.flatMap(({ units, isExpired }, i) =>
      [...units].map(([counter, count]) => ({
        holdId: holdIds[i] ?? '',
        counterId: counterIds[counter] ?? '',
        units: count,
        isExpired,
      })),
    ),
  };
}

function shown({ counters, holds }: Run): string[] {
  return [...counters, ...holds].map((one) => JSON.stringify(Object.entries(one).sort())).sort();
}
