import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { problemSchema } from '@/lib/contract/problem';
import { list } from '@/testing/ticketing-service/booking';
import { longestTurn } from '@/testing/ticketing-service/event-loop';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

// About 100 ms on a fast processor.
const mostTurn = 4;

const catalog = {
  key: 'long',
  name: { en: 'Long' },
  language: 'en',
  timezone: 'Europe/Paris',
  issuer: { name: 'Long' },
};
const feed = { format: 'ticketing-feed/1', catalog, events: [] as unknown[], products: [] as unknown[] };
const session = { key: 's', occursAt: '2027-06-01T10:00:00Z', capacity: 5 };

/** A feed of one event with so many sessions. */
function feedOf(count: number, one: unknown): object {
  return {
    ...feed,
    events: [{ key: 'e', name: { en: 'E' }, sessions: Array.from({ length: count }, () => one) }],
  };
}

function schemaOrg(events: readonly unknown[]): object {
  return { catalog, schemaOrg: { '@context': 'https://schema.org', '@graph': events } };
}

/** Sends a body that is refused; returns the answer and how long other requests waited. */
async function refused(body: object | string, path = '/v1/ticketing/feeds') {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const { longest, result } = await longestTurn(() => service.call('POST', path, { body: text }), mostTurn);
  const problem = problemSchema.parse(result.body);
  return { longest, status: result.status, problem, length: JSON.stringify(result.body).length };
}

const times = <Item>(count: number, item: (index: number) => Item) =>
  Array.from({ length: count }, (_, i) => item(i));
const wrong = { ...session, key: '', capacity: -1 };

describe('an answer with violations', () => {
  it('lists the first hundred and counts all', async () => {
    const { status, problem } = await refused(feedOf(20_000, wrong));
    expect([status, problem.violations?.length, problem.violationCount]).toEqual([422, 100, 60_000]);
    expect(problem.violations?.[0]?.propertyPath).toBe('$.events[0].sessions[0].key');
  });

  it('counts one violation too', async () => {
    const { problem } = await refused({ ...feed, events: 5 });
    expect([problem.violations?.length, problem.violationCount]).toEqual([1, 1]);
  });

  it.each<[string, object, number]>([
    ['wrong sessions, of which no more are read after 100,000 violations', feedOf(80_000, wrong), 100_000],
    ['repeated keys', feedOf(120_000, session), 119_999],
    ['unknown members', { ...feed, ...Object.fromEntries(times(9_000, (i) => [`m${i}`, 0])) }, 9_000],
    ['characters that no database can store', { ...feed, events: times(300_000, () => '\u0000') }, 300_000],
    ['invalid schema.org', schemaOrg(times(30_000, (i) => ({ '@type': 'Event', name: i }))), 30_000],
    ['schema.org without any events', schemaOrg(times(400_000, () => 0)), 400_000],
  ])('is short, and keeps others waiting for a short time: %s', async (_, body, least) => {
    const { longest, status, problem, length } = await refused(body);
    expect([status, problem.violations?.length]).toEqual([422, 100]);
    expect(problem.violationCount).toBeGreaterThanOrEqual(least);
    expect(length).toBeLessThan(64 * 1024);
    expect(longest).toBeLessThan(mostTurn);
  });

  it('reports too many chosen sessions, without checking them', async () => {
    const ticketSessions = times(80_000, () => ({}));
    const body = JSON.stringify({ items: [{ quantity: 1, offer: '/v1/x', ticketSessions }] });
    expect(body.length).toBeGreaterThan(230 * 1024);
    const { longest, status, problem } = await refused(body, '/v1/booking/reservations/_bulk');
    expect([status, problem.violationCount, problem.violations?.[0]?.propertyPath]).toEqual([
      422,
      1,
      'items[0].ticketSessions',
    ]);
    expect(longest).toBeLessThan(mostTurn);
  });
});

describe('a long body', () => {
  it.each([
    ['a list of more than a million elements', `{"events":[${'0,'.repeat(1_000_000)}0]}`],
    ['an object of more than ten thousand members', `{${times(20_000, (i) => `"${i}":0`).join()}}`],
    ['megabytes in ten levels', `${'['.repeat(10)}${'0,'.repeat(2_500_000)}0${']'.repeat(10)}`],
  ])('is refused with 400: %s', async (_, body) => {
    const { longest, status } = await refused(body);
    expect(status).toBe(400);
    expect(longest).toBeLessThan(mostTurn);
  });
});

describe('schema.org', () => {
  const event = {
    '@type': 'Event',
    name: 'A talk',
    startDate: '2027-09-05T13:30:00+01:00',
    isAccessibleForFree: true,
  };
  const trial = (one: object) =>
    service.call('POST', '/v1/ticketing/feeds?dryRun=true', { body: schemaOrg([one]) });
  const moments = times(130_000, () => '2027-09-05T13:30:00+01:00');

  it.each([
    ['starts that it had before', { ...event, previousStartDate: moments }],
    ['places', { ...event, location: times(130_000, () => ({ '@type': 'Place', name: 'Hall' })) }],
  ])('may have any number of %s', async (_, one) => {
    const { status, body } = await trial(one);
    expect(status, JSON.stringify(body).slice(0, 500)).toBe(201);
  });

  it('with warnings of many kinds gets a short answer that counts them', async () => {
    const parts = times(20, (part) => ({
      ...event,
      name: `Part ${part}`,
      ...Object.fromEntries(times(1_000, (i) => [`x${part}x${i}`, 1])),
    }));
    const { body } = await trial({ ...event, subEvent: parts });
    const { warnings, warningCount } = z
      .object({ warnings: z.array(z.unknown()), warningCount: z.int() })
      .parse(body);
    // One more of each part, whose offset is not that of the zone.
    expect([warnings.length, warningCount]).toEqual([100, 20_020]);
  });
});

describe('a day with many sessions', () => {
  it('lists the first 500 of them for a ticket', async () => {
    const starts = times(600, (i) => new Date(Date.UTC(2027, 5, 1, 6) + i * 60_000).toISOString());
    const body = {
      ...feed,
      catalog: { ...catalog, key: 'day' },
      events: [
        {
          key: 'e',
          name: { en: 'E' },
          sessions: starts.map((occursAt, i) => ({ key: `s${i}`, occursAt, capacity: null })).reverse(),
        },
      ],
      products: [
        {
          key: 'p',
          name: { en: 'P' },
          tickets: [{ key: 't', name: { en: 'T' }, event: 'e', dateAccess: false }],
          offers: [{ date: '2027-06-01', price: '5.00', capacity: null }],
        },
      ],
    };
    expect((await service.call('POST', '/v1/ticketing/feeds', { body })).status).toBe(201);
    const [found] = await list(service, '/v1/ticketing/catalogs');
    const [offer] = await list(service, `${String(found?.['@id'])}/offers`);
    const [ticket] = await list(service, `${String(offer?.['@id'])}/tickets`);
    const { sessions } = z.object({ sessions: z.array(z.object({ occursAt: z.string() })) }).parse(ticket);
    expect(sessions.map(({ occursAt }) => new Date(occursAt).toISOString())).toEqual(starts.slice(0, 500));
  });
});

describe('a feed of thousands of sessions', () => {
  it('retires those that the next feed does not have, whatever their identifiers are', async () => {
    const sessions = times(2_500, (i) => ({ ...session, key: `s${i}` }));
    const send = async (some: readonly object[]) => {
      const events = [{ key: 'e', name: { en: 'E' }, sessions: some }];
      const body = { ...feed, catalog: { ...catalog, key: 'thousands' }, events };
      const answer = await service.call('POST', '/v1/ticketing/feeds', { body });
      return z.object({ session: z.record(z.string(), z.int()) }).parse(answer.body).session;
    };
    expect(await send(sessions)).toEqual({ added: 2_500, changed: 0, retired: 0, unchanged: 0 });
    const rest = sessions.filter((_, i) => i % 10 !== 0);
    expect(await send(rest)).toEqual({ added: 0, changed: 0, retired: 250, unchanged: 2_250 });
    expect(await send(rest.slice(0, 1))).toEqual({ added: 0, changed: 0, retired: 2_249, unchanged: 1 });
  });
});
