import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventSummarySchema } from '@/lib/contract/event-summary';
import type { Feed } from '@/lib/contract/feed';
import { offerSchema, offerTicketSchema } from '@/lib/contract/offer';
import { createReservationsOutputSchema } from '@/lib/contract/reservation';
import { sessionSchema } from '@/lib/contract/session';
import { midday } from '@/testing/midday';
import { list } from '@/testing/ticketing-service/booking';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

const { timezone, today, at } = midday();

type FeedSession = Feed['events'][number]['sessions'][number];

/** A museum with one time of arrival, which began half an hour ago. */
const museum = (key: string, session: Partial<FeedSession>): Feed => ({
  format: 'ticketing-feed/1',
  catalog: { key, name: { en: key }, language: 'en', timezone, issuer: { name: key } },
  events: [
    {
      key: 'visit',
      name: { en: 'Visit' },
      arrivalWindow: true,
      sessions: [{ key: 'now', occursAt: at(-30), duration: 'PT60M', capacity: 10, ...session }],
    },
  ],
  products: [
    {
      key: 'visit',
      name: { en: 'Visit' },
      tickets: [{ key: 'visit', name: { en: 'Visit' }, event: 'visit', dateAccess: false }],
      offers: [{ date: today, price: '8.00', capacity: null, saleEndsAt: at(120) }],
    },
  ],
});

/** The museum as a client sees it, after its import. */
async function imported(key: string, session: Partial<FeedSession>) {
  const done = await service.call('POST', '/v1/ticketing/feeds', { body: museum(key, session) });
  expect(done).toMatchObject({ status: 201 });
  const catalogs = await list(service, '/v1/ticketing/catalogs');
  const path = String(catalogs.find(({ name }) => name === key)?.['@id']);
  const [event] = await list(service, `${path}/events`);
  const shown = sessionSchema.parse((await list(service, `${String(event?.['@id'])}/sessions`))[0]);
  const offer = offerSchema.parse((await list(service, `${path}/offers`))[0]);
  const ticket = offerTicketSchema.parse((await list(service, `${offer['@id']}/tickets`))[0]);
  const ofSession = await list(service, `${path}/offers?session=${shown.id}`);
  const summary = eventSummarySchema.parse((await list(service, `${path}/event_summaries`))[0]);
  const calendar = await service.call('GET', `${summary['@id']}/calendar`);
  const held = await service.call('POST', '/v1/booking/reservations/_bulk', {
    body: {
      items: [
        {
          quantity: 1,
          offer: offer['@id'],
          ticketSessions: [{ ticket: ticket['@id'], session: shown['@id'] }],
        },
      ],
    },
  });
  return {
    shown,
    offer,
    ticket,
    ofSession,
    summary,
    calendar,
    held: createReservationsOutputSchema.parse(held.body),
  };
}

describe('a session that has begun', () => {
  it('is sold as long as its feed says, everywhere', async () => {
    const { shown, offer, ticket, ofSession, summary, calendar, held } = await imported('arrivals', {
      lateSale: 'PT1H',
    });
    expect(shown).toMatchObject({ status: 'on_sale', availableQuantity: 10 });
    expect(Date.parse(shown.saleEndsAt ?? '')).toBe(Math.floor(Date.parse(at(30)) / 1000) * 1000);
    expect(offer).toMatchObject({ availableQuantity: 10, saleEndsAt: shown.saleEndsAt });
    expect(ticket.sessions.map(({ id }) => id)).toEqual([shown.id]);
    expect(ofSession).toHaveLength(1);
    expect(summary).toMatchObject({ status: 'on_sale' });
    expect(calendar.body).toMatchObject({ days: [{ day: today, status: 'on_sale', sessionCount: 1 }] });
    expect(held.reservations).toHaveLength(1);
  });

  it.each<[string, Partial<FeedSession>]>([
    ['plain', {}],
    ['ended', { lateSale: 'PT29M' }],
    ['earlier', { lateSale: 'PT1H', saleEndsAt: at(-1) }],
  ])('is not sold otherwise: %s', async (key, session) => {
    const { shown, ticket, ofSession, summary, held } = await imported(key, session);
    expect(shown).toMatchObject({ status: 'not_on_sale', availableQuantity: 0 });
    expect(ticket.sessions).toEqual([]);
    expect(ofSession).toEqual([]);
    expect(summary.status).not.toBe('on_sale');
    expect(held.failedReservations).toMatchObject([{ reason: 'SESSION_UNAVAILABLE' }]);
  });

  it.each(['PT24H1M', 'half an hour'])('refuses a feed that sells it for %s', async (lateSale) => {
    const { status, body } = await service.call('POST', '/v1/ticketing/feeds', {
      body: museum('wrong', { lateSale }),
    });
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain('lateSale');
  });
});
