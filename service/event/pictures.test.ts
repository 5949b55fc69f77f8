import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventSchema } from '@/lib/contract/event';
import { list } from '@/testing/ticketing-service/booking';
import { boatAndMuseum } from '@/testing/ticketing-service/feed';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const picture = (name: string) => ({
  contentUrl: `https://images.example/${name}.jpg`,
  width: 1200,
  height: 800,
  alternative: { en: `The ${name}`, fr: `Le ${name}` },
});
const shown = (name: string) => ({ ...picture(name), alternative: `Le ${name}` });
const plain = { credit: null, focalPoint: null };

/** Imports the boats with these members; the answer has their event in French. */
async function boatWith(members: object) {
  const feed = boatAndMuseum();
  const [boat, ...others] = feed.events;
  const body = { ...feed, events: [{ ...boat, ...members }, ...others] };
  const answer = await service.call('POST', '/v1/ticketing/feeds', { body, organization: 'river' });
  const [catalog] = await list(service, '/v1/ticketing/catalogs');
  const headers = { 'accept-language': 'fr' };
  const events = await service.call('GET', `${String(catalog?.['@id'])}/events`, { headers });
  const [first] = (events.body as { member: unknown[] }).member;
  return { status: answer.status, event: eventSchema.parse(first) };
}

describe('the pictures of an event', () => {
  it('are those of its feed, with credit and focal point, and `image` is the first unless it is given', async () => {
    const second = { ...picture('stern'), credit: 'Ada Marin', focalPoint: { x: 0.2, y: 1 } };
    const images = [picture('bow'), second];
    const { event } = await boatWith({ image: null, images });
    expect(event.image).toEqual(shown('bow'));
    expect(event.images).toEqual([
      { ...shown('bow'), ...plain },
      { ...second, alternative: 'Le stern' },
    ]);
    expect((await boatWith({ image: picture('mast'), images })).event.image).toEqual(shown('mast'));
  });

  it('are the one that it has, if there is no list', async () => {
    expect((await boatWith({ image: picture('mast') })).event).toMatchObject({
      image: shown('mast'),
      images: [{ ...shown('mast'), ...plain }],
    });
    expect((await boatWith({ image: null })).event).toMatchObject({ image: null, images: [] });
  });

  it('may also be of its venue', async () => {
    const venue = { name: 'Quay', address: '3 quay', images: [{ ...picture('quay'), credit: 'City' }] };
    expect((await boatWith({ venue })).event.venue).toEqual({
      name: 'Quay',
      address: '3 quay',
      position: null,
      images: [{ ...shown('quay'), credit: 'City', focalPoint: null }],
    });
  });

  it.each([
    ['a focal point outside', { focalPoint: { x: 1.1, y: 0 } }],
    ['an address that is no web address', { contentUrl: 'javascript:alert(1)' }],
  ])('refuse %s', async (_, change) => {
    expect((await boatWith({ images: [{ ...picture('bow'), ...change }] })).status).toBe(422);
  });
});
