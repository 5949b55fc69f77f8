import { addresses } from '@/lib/contract/iri';
import type { Attack, Soak } from './soak';

const burst = { requests: 800, atOnce: 16, from: '127.67.0.1' };
const wrongSessions = 20_000;
const wrongChoices = 80_000;

/** Attacks on the service: bodies with many errors, and more requests than allowed. */
export function serviceAttacks(soak: Soak): Attack[] {
  return [
    ['bodies with many violations', () => violations(soak)],
    ['bursts without a token', () => withoutToken(soak)],
  ];
}

async function violations({ service, tokens }: Soak): Promise<void> {
  const session = { key: '', occursAt: '2027-06-01T10:00:00Z', capacity: -1 };
  const sessions = Array.from({ length: wrongSessions }, () => session);
  const [issuer, reseller] = await Promise.all([tokens['demo-issuer'](), tokens['demo-reseller']()]);
  const items = [
    { quantity: 1, offer: '/v1/x', ticketSessions: Array.from({ length: wrongChoices }, () => ({})) },
  ];
  const bodies = [
    {
      path: addresses.feeds(),
      token: issuer,
      expected: 422,
      body: JSON.stringify({
        format: 'ticketing-feed/1',
        events: [{ key: 'e', name: { en: 'E' }, sessions }],
        products: [],
        catalog: {
          key: 'wrong',
          name: { en: 'Wrong' },
          language: 'en',
          timezone: 'Europe/Paris',
          issuer: { name: 'Wrong' },
        },
      }),
    },
    {
      path: addresses.reservationsBulk(),
      token: reseller,
      expected: 422,
      body: JSON.stringify({ items }),
    },
    {
      path: addresses.feeds(),
      token: issuer,
      expected: 400,
      body: `{"events":[${'0,'.repeat(1_000_000)}0]}`,
    },
  ];
  for (const { path, expected, ...given } of bodies) {
    const { status } = await service.call(path, given);
    if (status !== expected) throw new Error(`${path} answered ${status} instead of ${expected}`);
  }
}

/** All from one network, which may send 600 such requests a minute. */
async function withoutToken({ service }: Soak): Promise<void> {
  const statuses = new Set<number>();
  let left = burst.requests;
  const clients = Array.from({ length: burst.atOnce }, async () => {
    while (left-- > 0) statuses.add((await service.call(addresses.catalogs(), { from: burst.from })).status);
  });
  await Promise.all(clients);
  statuses.delete(401);
  if ([...statuses].join() !== '429')
    throw new Error(`requests without a token were answered with ${[...statuses].join()} and not 429`);
}
