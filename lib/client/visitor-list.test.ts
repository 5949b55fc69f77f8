import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, failure, language, startClient } from '@/testing/client/test-client';

afterEach(closeAll);

const [catalogId, eventId, session] = ['c', 'e', 's'];
const list = {
  '@id': '/.well-known/genid/1',
  '@type': 'VisitorList',
  event: 'Boat',
  session: null,
  occursAt: null,
  day: '2027-06-01',
  timezone: 'Europe/Paris',
  visitors: [],
  more: false,
};

describe('the list of who comes', () => {
  it('is asked for by session or by day, part after part', async () => {
    const { client, server } = await startClient(() => ({ body: list }));
    const visit = { catalogId, eventId, session, date: null };
    expect(await client.listVisitors(visit, null, { language })).toEqual({ kind: 'found', value: list });
    await client.listVisitors({ catalogId, eventId, session: null, date: '2027-06-01' }, 'x', { language });
    expect(server.seen.map(({ path, query }) => `${path}?${query.toString()}`)).toEqual([
      '/v1/ticketing/catalogs/c/events/e/visitors?session=s',
      '/v1/ticketing/catalogs/c/events/e/visitors?date=2027-06-01&after=x',
    ]);
  });

  it('is missing without the visit, and fails while the service is busy', async () => {
    const visit = { catalogId, eventId, session, date: null };
    const missing = await startClient(() => ({ status: 404 }));
    expect(await missing.client.listVisitors(visit, null, { language })).toEqual({ kind: 'missing' });
    const busy = await startClient(() => ({ status: 503 }));
    expect(await failure(busy.client.listVisitors(visit, null, { language }))).toMatchObject({ status: 503 });
  });
});
