import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { databaseNow } from '@/lib/database/database-now';
import { listen } from '@/testing/faults/wire';
import { randomOf } from '@/testing/faults/random';
import { numberedSubject } from '@/testing/shop/numbered-subject';
import { requiredSettings } from '@/testing/required-settings';
import { until } from '@/testing/ticketing-service/program';
import { buy, ends } from './buying';
import { differencesIn } from './books/books';
import { letTimePass } from './passing-time';
import { readRecords } from './read-records';
import { isAtRest } from './rest';
import { storefrontUrl } from './shop-program';
import type { Storm } from './storm-context';
import type { World } from './world';

const customers = 3;
const patienceSeconds = 300;

const priced = ['odd', 'third', 'cheap', 'firm', 'fixed'];

/**
 * Customers who buy one thing after another, some of it scarce, until they are stopped. `onlyPriced`: nothing is free, and
 * nobody has a voucher.
 */
export function startSelling(storm: Storm, { onlyPriced = false } = {}): { stop: () => Promise<void> } {
  let isOver = false;
  const usual = onlyPriced ? { keys: priced, code: null } : {};
  const scarce = { ...usual, keys: ['rare'], quantity: 1 };
  const shopping = Array.from({ length: customers }, async () => {
    while (!isOver) {
      const random = randomOf(storm.random.whole(0, 2 ** 31));
      await buy({ ...storm, random }, random.chance(0.3) ? scarce : usual);
    }
  });
  const working = Promise.all(shopping);
  // It is reported when it is stopped.
  working.catch(() => undefined);
  return {
    stop: async () => {
      isOver = true;
      await working;
    },
  };
}

const idRow = z.object({ id: z.string() });

/** The identifiers of the purchases that have tickets. */
export async function orderedIn({ shop }: World): Promise<string[]> {
  const rows = await shop.rows(idRow, sql`select id from storefront.checkout where state = 'ordered'`);
  return rows.map(({ id }) => id);
}

/** Resolves when so many more purchases have tickets. */
export async function untilSold(world: World, more: number): Promise<void> {
  const goal = (await orderedIn(world)).length + more;
  await until(async () => (await orderedIn(world)).length >= goal, patienceSeconds);
}

/** As `systemctl stop ticketing-storefront ticketing-service`. */
export async function stopPrograms({ fronts, workers, service }: World): Promise<void> {
  await Promise.all([...fronts, ...workers].map((one) => one.kill()));
  await service.stop();
}

export async function startShop({ fronts, workers }: World): Promise<void> {
  for (const one of [...fronts, ...workers]) await one.start();
}

/**
 * Drops what was mailed about purchases that the restored shop doesn't have, or that have not ended there: their customers
 * will be told again.
 */
export async function forgetLaterMails({ shop, mailbox }: World): Promise<void> {
  const rows = await shop.rows(
    z.object({ reference: z.string() }),
    sql`select reference from storefront.checkout where state in ${[...ends]}`,
  );
  const kept = mailbox.mails.filter(({ mail }) =>
    rows.some(({ reference }) => numberedSubject(mail).includes(reference)),
  );
  mailbox.mails.splice(0, mailbox.mails.length, ...kept);
}

/** Runs `npm run reconcile` with these arguments, as a program of its own beside the others. */
export async function reconcileCommand(
  world: World,
  databaseUrl: string,
  args: readonly string[],
): Promise<{ code: unknown; output: string }> {
  const issuer = await listen(({ path }) => ({
    body: path.startsWith('/.well-known')
      ? { issuer: issuer.url, token_endpoint: `${issuer.url}/token` }
      : { access_token: world.token, token_type: 'Bearer', expires_in: 600 },
  }));
  const settings = {
    SERVICE_URL: `https://localhost:${world.service.port}`,
    SERVICE_CA_FILE: join(world.service.folder, 'tls/ca.pem'),
    TOKEN_ISSUER: issuer.url,
    PAYMENT_URL: world.provider.url,
    PAYMENT_SECRET_KEY: 'sk_test_of_the_fake',
    STOREFRONT_URL: storefrontUrl,
    SMTP_URL: world.mailbox.url,
    DATABASE_URL: databaseUrl,
  };
  const program = ['node_modules/tsx/dist/cli.mjs', 'lib/runtime/reconcile-command.ts', ...args];
  const env = { ...process.env, ...requiredSettings, ...settings };
  try {
    return await new Promise((done) => {
      execFile(process.execPath, program, { env }, (error, stdout, stderr) =>
        done({ code: error === null ? 0 : error.code, output: `${stdout}${stderr}` }),
      );
    });
  } finally {
    await issuer.close();
  }
}

/** Waits until nothing is left to do, and compares the books of all. Empty: everybody has tickets or the money, and nobody both. */
export async function wrongAfterRest(world: World): Promise<string[]> {
  const time = letTimePass(world.shop);
  try {
    await until(() => isAtRest(world), patienceSeconds);
  } finally {
    await time.stop();
  }
  const records = await readRecords(world);
  const known = new Set(records.shop.checkouts.map(({ id }) => id));
  const { sessions, intents, refunded } = world.provider;
  const unknown = [...sessions.values()].filter(({ clientReferenceId, intentId }) => {
    const received = intents.get(intentId ?? '')?.amountReceived ?? 0;
    return received > (refunded.get(intentId ?? '') ?? 0) && !known.has(clientReferenceId ?? '');
  });
  return [
    ...differencesIn(records, await databaseNow(world.ticketing)).map((one) => JSON.stringify(one)),
    ...unknown.map(({ id }) => `paid, and nothing is known of it: ${id}`),
  ];
}
