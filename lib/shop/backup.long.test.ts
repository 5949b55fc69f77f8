import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type BackedUpServer,
  hasBackups,
  startBackedUpPostgres,
} from '@/testing/database/backed-up-postgres';
import { printedSeed, randomOf } from '@/testing/faults/random';
import { openPaymentPage, ordersOf } from '@/testing/storm/buying';
import {
  forgetLaterMails,
  orderedIn,
  reconcileCommand,
  startSelling,
  startShop,
  stopPrograms,
  untilSold,
  wrongAfterRest,
} from '@/testing/storm/restoring';
import { stormOf } from '@/testing/storm/storm';
import type { Storm } from '@/testing/storm/storm-context';
import { type GivenDatabases, startWorld, type World } from '@/testing/storm/world';

// The databases are lost while the shop sells, and restored as docs/restore.md says: `npm run test:long`.
const some = 6;

let server: BackedUpServer;
let databases: GivenDatabases;
let world: World;
let storm: Storm;

/** A moment whose purchases have to be there after a restore. */
interface Moment {
  time: string;
  ordered: readonly string[];
}

async function now(): Promise<Moment> {
  const row = z.object({ time: z.string(), ordered: z.array(z.string()) });
  const rows = await world.shop.rows(
    row,
    sql`select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US+00') as time,
          array(select id::text from storefront.checkout where state = 'ordered') as ordered`,
  );
  return z.tuple([row]).parse(rows)[0];
}

/** As the programs take it, from PostgreSQL's. */
const isoOf = (time: string) => new Date(time.replace(/\+00$| UTC$/, 'Z')).toISOString();

/** pgBackRest restores only moments of a later second than the end of the backup. */
async function nextSecond(): Promise<void> {
  const second = async () => (await now()).time.slice(0, 19);
  const first = await second();
  while ((await second()) === first) await pause(100);
}

/** What a test does in its own way; the sale goes on in the first two. */
interface Disaster {
  /** Nothing is free: what cost nothing is known only to the databases. */
  onlyPriced?: boolean;
  backUp: () => Promise<unknown>;
  /** Resolves to the moment of which everything has to be there again. */
  keep: () => Promise<Moment>;
  /** Everything that sells stands still. */
  lose: () => Promise<unknown>;
  /** Resolves to the moment for `--since`. */
  restore: (moment: Moment) => Promise<string>;
}

async function survive(disaster: Disaster): Promise<void> {
  const { onlyPriced = false, backUp, keep, lose, restore } = disaster;
  // Each test begins with what the one before it has left.
  expect(world.fronts.every((front) => front.isUp())).toBe(true);
  let selling = startSelling(storm, { onlyPriced });
  await untilSold(world, some);
  await backUp();
  const early = await openPaymentPage(storm);
  const moment = await keep();
  world.provider.pay(early.sessionId);
  await untilSold(world, some);
  await selling.stop();
  const late = await openPaymentPage(storm);
  const sold = await orderedIn(world);
  await lose();
  // Nobody keeps customers from paying on the provider's page.
  world.provider.pay(late.sessionId);
  const since = await restore(moment);

  const back = await orderedIn(world);
  expect(back).toEqual(expect.arrayContaining([...moment.ordered]));
  const gone = sold.filter((id) => !back.includes(id));
  expect(gone.length).toBeGreaterThan(0);
  await forgetLaterMails(world);
  await world.service.start();
  const afterRestore = ['--after-restore', '--since', since];
  const { code, output } = await reconcileCommand(world, databases.shop, [...afterRestore, '--dry-run']);
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('Is made again') as string });
  const done = await reconcileCommand(world, databases.shop, afterRestore);
  expect(done).toEqual({ code: 0, output: expect.stringContaining('All matches') as string });
  process.stdout.write(`since ${since}: ${back.length} are back, ${gone.length} were gone\n`);

  await startShop(world);
  selling = startSelling(storm);
  await untilSold(world, some);
  await selling.stop();
  expect(await wrongAfterRest(world)).toEqual([]);
  for (const { id } of [early, late]) expect(await ordersOf(storm, id)).toHaveLength(1);
  const compared = await reconcileCommand(world, databases.shop, ['--since', since.slice(0, 10)]);
  expect(compared).toEqual({ code: 0, output: expect.stringContaining('All matches') as string });
}

const nameIn = (url: string) => new URL(url).pathname.slice(1);

describe.skipIf(!hasBackups)('without pgBackRest and PostgreSQL 15 of Debian, this is skipped', () => {
  beforeAll(async () => {
    const random = randomOf(printedSeed('sale before a restore'));
    const faults = {
      random,
      atCommit: () => null,
      onWebhook: (deliver: () => Promise<boolean>) => deliver(),
    };
    server = await startBackedUpPostgres();
    databases = { service: await server.createDatabase(), shop: await server.createDatabase() };
    world = await startWorld(faults, databases);
    storm = stormOf(world, random, new Map());
    await server.backrest('stanza-create');
    await server.backrest('check');
  }, 180_000);
  afterAll(async () => {
    await world.close();
    await server.stop();
  });

  const stop = async () => {
    await stopPrograms(world);
    await server.stopServer();
  };

  const lastCommit = () => {
    const [, time = ''] = /last completed transaction was at log time (.+)$/m.exec(server.log()) ?? [];
    return isoOf(time);
  };

  const restoreMoment = async ({ time }: Moment, ...more: string[]) => {
    await server.stopServer();
    const target = ['--type=time', `--target=${time}`, '--target-action=promote'];
    await server.backrest('--delta', ...target, ...more, 'restore');
    await server.start();
  };

  it('the tables are dropped, and the moment before that is restored', { timeout: 900_000 }, () => {
    let early: Moment;
    return survive({
      backUp: async () => {
        await server.backrest('--type=full', 'backup');
        await nextSecond();
        early = await now();
      },
      keep: now,
      lose: async () => {
        await world.shop.single.run(sql`drop schema storefront cascade`);
        await world.ticketing.single.run(sql`drop schema ticketing cascade`);
      },
      restore: async (moment) => {
        await stop();
        // The moment is too early at first, and the server is used before that is seen.
        await restoreMoment(early);
        expect(lastCommit() <= isoOf(early.time)).toBe(true);
        await server.run('createdb', 'used');
        await server.backrest('check');
        await restoreMoment(moment, '--target-timeline=current');
        expect(lastCommit() > isoOf(early.time)).toBe(true);
        return isoOf(moment.time);
      },
    });
  });

  it('the disk is lost, and what the archive has is restored', { timeout: 900_000 }, () =>
    survive({
      backUp: () => server.backrest('--type=diff', 'backup'),
      keep: async () => {
        const moment = await now();
        await server.archiveEnds();
        return moment;
      },
      lose: () => server.loseDisk(),
      restore: async () => {
        await stop();
        await server.backrest('restore');
        await server.start();
        return lastCommit();
      },
    }),
  );

  it(
    'the databases were dumped one after the other, and are restored from that',
    { timeout: 900_000 },
    () => {
      const [service, storefront] = [nameIn(databases.service), nameIn(databases.shop)];
      const dump = (name: string) => server.run('pg_dump', '--format=custom', `--file=${name}.dump`, name);
      return survive({
        backUp: () => Promise.resolve(),
        keep: async () => {
          const moment = await now();
          await dump(storefront);
          await untilSold(world, some);
          await dump(service);
          return moment;
        },
        lose: () => stopPrograms(world),
        restore: async (moment) => {
          for (const name of [storefront, service]) {
            await server.run('dropdb', '--force', name);
            await server.run('createdb', name);
            await server.run('pg_restore', '--exit-on-error', `--dbname=${name}`, `${name}.dump`);
          }
          return isoOf(moment.time);
        },
      });
    },
  );
});
