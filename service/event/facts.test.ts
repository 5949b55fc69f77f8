import { afterAll, describe, expect, it } from 'vitest';
import { eventSchema } from '@/lib/contract/event';
import { list } from '@/testing/ticketing-service/booking';
import { boatAndMuseum } from '@/testing/ticketing-service/feed';
import { startTestService } from '@/testing/ticketing-service/test-service';

const service = await startTestService();
afterAll(() => service.close());

/** Imports the boat with these members; the answer has its event in French. */
async function boatWith(members: object) {
  const feed = boatAndMuseum();
  const [boat, ...others] = feed.events;
  const body = { ...feed, events: [{ ...boat, ...members }, ...others] };
  const { status } = await service.call('POST', '/v1/ticketing/feeds', { body, organization: 'river' });
  const [catalog] = await list(service, '/v1/ticketing/catalogs');
  if (catalog === undefined) return { status, event: null };
  const headers = { 'accept-language': 'fr' };
  const events = await service.call('GET', `${String(catalog['@id'])}/events`, { headers });
  const [first] = (events.body as { member: unknown[] }).member;
  return { status, event: eventSchema.parse(first) };
}

describe('an event says', () => {
  it.each([
    ['an age that is no number of years', { minimumAge: 0.5 }],
    ['an age of nobody', { minimumAge: 0 }],
    ['a text without the language of the catalogue', { meetingPoint: { fr: 'À la passerelle' } }],
  ])('%s: the feed is refused', async (_, members) => {
    expect((await boatWith(members)).status).toBe(422);
  });

  it('where one meets, from which age one is admitted and what is included, in the language that was asked for', async () => {
    const { status, event } = await boatWith({
      meetingPoint: { en: 'At the gangway', fr: 'À la passerelle' },
      minimumAge: 8,
      included: { en: 'A life jacket' },
    });
    expect(status).toBe(201);
    expect(event).toMatchObject({
      meetingPoint: 'À la passerelle',
      minimumAge: 8,
      included: 'A life jacket',
    });
  });

  it('nothing of it without being told', async () => {
    const { event } = await boatWith({});
    expect(event).toMatchObject({ meetingPoint: null, minimumAge: null, included: null });
  });
});
