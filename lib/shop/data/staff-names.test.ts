import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancel, orderedWithTickets } from '@/testing/shop/cancellations';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { readCancellations } from './cancellation-store';
import { revokeLinks } from '../flows/lookup/order-link';
import { staffSessions } from './staff-session-store';
import { readTimeline } from './timeline-store';
import { withStaffNames } from './staff-names';

const place = { browser: null, network: null };
let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());

describe('what happened to a purchase', () => {
  it('names the members of staff who have signed in, and keeps the identifiers of others', async () => {
    const { database } = shop.context;
    const ordered = await orderedWithTickets(shop, 2);
    const [first, second] = ordered.tickets.map((ticket) => [ticket]);
    const member = { id: '3f1c-ada', name: 'Ada Lovelace' };
    await staffSessions.begin(shop.context, 'hash', {
      granted: { roles: [], catalogs: null },
      tokens: '',
      member,
      place,
    });
    await revokeLinks(shop.context, ordered.id, '3f1c-ada');
    await revokeLinks(shop.context, ordered.id, '9b2d-bo');
    await cancel(shop, ordered, { tickets: first ?? [], staff: '3f1c-ada' });
    await cancel(shop, ordered, { tickets: second ?? [], staff: null });
    const { timeline, cancellations } = await withStaffNames(database, {
      timeline: await readTimeline(database, ordered.id),
      cancellations: await readCancellations(database, ordered.id),
    });
    const revoked = timeline.filter(({ what }) => what === 'links_revoked');
    expect(revoked.map(({ detail }) => detail['staff'])).toEqual(['Ada Lovelace', '9b2d-bo']);
    expect(cancellations.map(({ staff }) => staff)).toEqual(['Ada Lovelace', null]);
    const requested = timeline.filter(({ what }) => what === 'cancellation_requested');
    expect(requested.map(({ detail }) => detail['staff'])).toEqual(['Ada Lovelace', undefined]);
    // Everything else is as it was noted.
    expect(timeline.map(({ what }) => what)).toEqual(
      (await readTimeline(database, ordered.id)).map(({ what }) => what),
    );
  });
});
