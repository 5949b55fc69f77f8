import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boatAndMuseum } from '@/testing/ticketing-service/feed';
import { type Described, startDescribed } from '@/testing/ticketing-service/description';

let described: Described;
beforeAll(async () => {
  described = await startDescribed();
});
afterAll(async () => {
  expect(described.service.unexpectedErrors).toEqual([]);
  await described.service.close();
});

// Errors that fuzz.test.ts and its longer runs have found: each was a 500, or was stored and broke a later answer.
describe('regression tests for errors found by fuzzing', () => {
  const moments = ['0000-01-01T00:00:00Z', '2027-06-01T10:00:00+23:59', '9999-12-31T23:59:59-15:00'];
  const fraction = `2027-06-01T10:00:00.${'1'.repeat(130)}Z`;
  const sessions = 'catalogs/{catalogId}/events/{eventId}/sessions';
  it.each([
    ...[...moments, fraction].map((moment) => ['/v1/booking/orders', 'createdAt[after]', moment]),
    ...[...moments, '0000-01-01', '9999-12-31'].map((moment) => [
      `/v1/ticketing/${sessions}`,
      'occursAt[strictly_before]',
      moment,
    ]),
    ['/v1/ticketing/catalogs/{catalogId}/offers', 'date', '0000-01-01'],
    ['/v1/ticketing/catalogs/{catalogId}/offers', 'date[before]', '9999-12-31'],
  ])('%s?%s=%s is a violation', async (path, name, value) => {
    const { known, service } = described;
    const filled = path
      .replace('{catalogId}', known['catalogs'] ?? '')
      .replace('{eventId}', known['events'] ?? '');
    const query = new URLSearchParams([[name, value]]).toString();
    const { status, body } = await service.call('GET', `${filled}?${query}`);
    expect([status, body]).toMatchObject([422, { violations: [{ propertyPath: name }] }]);
  });

  const feed = boatAndMuseum();
  const [event] = feed.events;
  const image = { contentUrl: 'javascript:alert(1)', width: 1, height: 1, alternative: { en: 'x' } };
  it.each([
    ['$.events[0].image.contentUrl', { ...feed, events: [{ ...event, image }] }],
    [
      '$.events[0].sessions[0].capacity',
      { ...feed, events: [{ ...event, sessions: [{ ...event?.sessions[0], capacity: 2 ** 31 }] }] },
    ],
    [
      '$.events[0].sessions[0].occursAt',
      { ...feed, events: [{ ...event, sessions: [{ ...event?.sessions[0], occursAt: moments[2] }] }] },
    ],
  ])('a feed that is wrong at %s is a violation', async (path, body) => {
    const answer = await described.service.call('POST', '/v1/ticketing/feeds', { body });
    expect([answer.status, answer.body]).toMatchObject([422, { violations: [{ propertyPath: path }] }]);
  });
});
