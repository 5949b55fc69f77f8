import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '@/testing/database/embedded';
import { shopTables } from '@/testing/shop/tables';
import { clientNetworks } from '../../../network/client-prefix';
import { causeOfEmail, countEmail } from './caused-emails';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase(shopTables);
});
afterAll(() => database.close());

const causes = [...new Set(Object.values(causeOfEmail).flatMap((some) => some ?? []))];
const networkNumber = (number: number) => clientNetworks(`203.${number >> 8}.${number & 255}.7`);

/** Counts apart from other tests, as shops with another secret do. */
function counting(linkSecret: string) {
  return async (
    cause: (typeof causes)[number],
    networks: ReturnType<typeof clientNetworks>,
    address: string,
  ) => (await countEmail({ database, linkSecret }, { cause, networks, address })) !== null;
}

/** How many of 25 e-mails are sent. */
async function sent(mayCause: (each: number) => Promise<boolean>): Promise<number> {
  let allowed = 0;
  for (let each = 0; each < 25; each += 1) if (await mayCause(each)) allowed += 1;
  return allowed;
}

describe.each(causes)('e-mails that visitors cause by %s', (cause) => {
  it('are limited for a network, however many addresses it names', async () => {
    const count = counting(`network ${cause}`);
    const home = clientNetworks('192.0.2.1');
    expect(await sent((each) => count(cause, home, `stranger${each}@example.org`))).toBe(20);
    expect(await count(cause, clientNetworks('198.51.100.1'), 'ann@example.org')).toBe(true);
  });

  it('are limited for a site of many networks', async () => {
    const count = counting(`site ${cause}`);
    const all = [1, 2, 3, 4, 5, 6, 7].map((each) => clientNetworks(`2001:db8:1:${each}00::1`));
    let allowed = 0;
    for (let round = 0; round < 15; round += 1)
      for (const [each, networks] of all.entries())
        if (await count(cause, networks, `stranger${round}.${each}@example.org`)) allowed += 1;
    expect(allowed).toBe(100);
  });
});

describe.each(causes.filter((cause) => cause !== 'search'))('e-mails that visitors cause by %s', (cause) => {
  it('are limited for an address, however it is written and from however many networks', async () => {
    const count = counting(`address ${cause}`);
    const spellings = [
      'ann.lee@example.org',
      'Ann.Lee@Example.ORG',
      'annlee+1@example.org',
      'annlee@example.org',
    ];
    const spelled = (each: number) => spellings[each % spellings.length] ?? '';
    expect(await sent((each) => count(cause, networkNumber(each), spelled(each)))).toBe(20);
    expect(await count(cause, networkNumber(200), 'ben@example.org')).toBe(true);
  });

  it('do not count when none was caused after all', async () => {
    const email = { cause, networks: networkNumber(1), address: 'ann@example.org' };
    const context = { database, linkSecret: `given back ${cause}` };
    expect(await sent(async () => (await countEmail(context, email)) !== null)).toBe(20);
    expect(await countEmail(context, { ...email, networks: networkNumber(2) })).toBeNull();
    const last = { ...email, networks: networkNumber(3), address: 'ben@example.org' };
    for (let each = 0; each < 30; each += 1) await (await countEmail(context, last))?.();
    expect(await countEmail(context, last)).not.toBeNull();
  });
});
