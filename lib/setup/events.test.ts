import { describe, expect, it } from 'vitest';
import { done, draftWith, event, product, refusal, session } from '@/testing/setup/drafts';
import { catalogOf, changeCatalog } from './catalog';
import { readDraft } from './draft';
import { eventOf, eventsOf, placesOf } from './event-view';
import { addEvent, changeEvent, changePlace, removeEvent } from './events';

const quay = { name: 'Quay 3', address: '3 quay, Lyon', position: { latitude: 45.7, longitude: 4.8 } };
const picture = {
  contentUrl: 'https://example.com/a.jpg',
  width: 1200,
  height: 800,
  alternative: { en: 'A boat' },
};

describe('a document', () => {
  it('is read if it has the rough shape of a feed', () => {
    expect(readDraft({ catalog: {}, events: [], products: [], own: 1 })).toEqual({
      catalog: {},
      events: [],
      products: [],
      own: 1,
    });
    for (const other of [
      null,
      [],
      'feed',
      { catalog: {} },
      { catalog: {}, events: {}, products: [] },
      { catalog: [], events: [], products: [] },
    ])
      expect(readDraft(other)).toBeNull();
  });
});

describe('an event', () => {
  it('is added with a key from its name, and with what is known of it', () => {
    const fields = {
      name: { en: ' Boat  tour ', fr: '' },
      description: { en: 'An hour\non the river' },
      place: quay,
      category: 'boat',
      languages: ['en'],
      accessibility: ['step_free'],
      minimumAge: 6,
      meetingPoint: { en: 'At the flag' },
      included: { fr: ' ' },
      image: picture,
    };
    const result = done(addEvent(draftWith({ events: [event({ key: 'boat-tour' })] }), fields));
    expect(result.key).toBe('boat-tour-2');
    expect(result.draft.events[1]).toEqual({
      key: 'boat-tour-2',
      name: { en: 'Boat tour' },
      description: { en: 'An hour\non the river' },
      venue: quay,
      category: 'boat',
      languages: ['en'],
      accessibility: ['step_free'],
      minimumAge: 6,
      meetingPoint: { en: 'At the flag' },
      included: null,
      image: picture,
      sessions: [],
    });
    expect(eventOf(result.draft, 'boat-tour-2')).toMatchObject({
      place: quay,
      image: picture,
      included: {},
      sessionCount: 0,
    });
  });

  it('keeps what is not given when it is changed, and gives its new name to its tickets', () => {
    const venue = { ...quay, images: [1] };
    const draft = draftWith({
      events: [event({ venue, own: 1, sessions: [session('2031-06-01T20:00:00')] })],
      products: [
        product({}),
        product({}, { key: 'named', tickets: [{ key: 'a', name: { en: 'Front row' }, event: 'concert' }] }),
      ],
    });
    const result = done(
      changeEvent(draft, 'concert', {
        name: { en: 'Recital', fr: 'Récital' },
        place: { ...quay, position: null },
      }),
    );
    expect(result.draft.events[0]).toEqual({
      ...(draft.events[0] as object),
      name: { en: 'Recital', fr: 'Récital' },
      venue: { ...venue, position: null },
    });
    expect(result.draft.products).toMatchObject([
      { tickets: [{ name: { en: 'Recital', fr: 'Récital' } }] },
      { tickets: [{ name: { en: 'Front row' } }] },
    ]);
    const moved = done(changeEvent(draft, 'concert', { place: { ...quay, name: 'Quay 4' } }));
    expect(moved.draft.events[0]).toMatchObject({ venue: { ...quay, name: 'Quay 4' } });
    expect(moved.draft.events[0]).not.toHaveProperty('venue.images');
    expect(done(changeEvent(draft, 'concert', { place: null })).draft.events[0]).toMatchObject({
      venue: null,
    });
  });

  it('is removed with its sessions and its tickets', () => {
    const both = {
      key: 'both',
      tickets: [
        { key: 'a', event: 'concert' },
        { key: 'b', event: 'museum' },
      ],
    };
    const draft = draftWith({
      events: [event({ sessions: [session('2031-06-01T20:00:00')] }), event({ key: 'museum' })],
      products: [product({}), product({}, both), 7],
    });
    const result = done(removeEvent(draft, 'concert'));
    expect(result).toMatchObject({ sessions: 1, products: ['seat'], changedProducts: ['both'] });
    expect(eventsOf(result.draft).map(({ key }) => key)).toEqual(['museum']);
    expect(result.draft.products).toMatchObject([{ key: 'both', tickets: [{ key: 'b' }] }, 7]);
  });

  it('is refused with what is wrong', () => {
    const wrong = {
      name: { fr: 'Bateau' },
      description: { en: 'a'.repeat(20_001) },
      place: { name: '', address: 'a'.repeat(1001), position: { latitude: 91, longitude: 0 } },
      meetingPoint: { fr: 'Au drapeau' },
      category: 'circus',
      languages: ['english'],
      accessibility: ['lift'],
      minimumAge: 0,
      image: { ...picture, contentUrl: 'file:///a' },
      images: [{ ...picture, credit: null, focalPoint: { x: 2, y: 0 } }],
    };
    expect(refusal(addEvent(draftWith(), wrong))).toEqual([
      'name: missing',
      'description: invalid',
      'meetingPoint: missing',
      'category: invalid',
      'languages: invalid',
      'accessibility: invalid',
      'minimumAge: invalid',
      'image: invalid',
      'images: invalid',
      'place.name: missing',
      'place.address: invalid',
      'place.position: invalid',
    ]);
    const tooMany = Array.from({ length: 21 }, () => ({ ...picture, credit: null, focalPoint: null }));
    expect(refusal(changeEvent(draftWith(), 'concert', { images: tooMany }))).toEqual(['images: too_many']);
    expect(refusal(changeEvent(draftWith(), 'opera', {}))).toEqual(['key: unknown']);
    expect(refusal(removeEvent(draftWith(), 'opera'))).toEqual(['key: unknown']);
  });
});

describe('places', () => {
  const venue = { ...quay, images: [1] };
  const draft = draftWith({
    events: [
      event({ venue }),
      event({ key: 'b', venue }),
      event({ key: 'c', venue: { name: 'Hall' } }),
      event({ key: 'd' }),
    ],
  });

  it('are those of the events, each once', () => {
    expect(placesOf(draft)).toEqual([
      { place: quay, events: ['concert', 'b'] },
      { place: { name: 'Hall', address: '', position: null }, events: ['c'] },
    ]);
  });

  it('are changed in all their events', () => {
    const result = done(changePlace(draft, quay, { ...quay, address: '4 quay, Lyon' }));
    expect(result.events).toBe(2);
    expect(placesOf(result.draft)[0]).toEqual({
      place: { ...quay, address: '4 quay, Lyon' },
      events: ['concert', 'b'],
    });
    expect(result.draft.events[1]).toMatchObject({ venue: { images: [1] } });
    expect(refusal(changePlace(draft, { name: 'Nowhere', address: '' }, quay))).toEqual(['place: unknown']);
    expect(refusal(changePlace(draft, quay, { ...quay, name: '' }))).toEqual(['place.name: missing']);
  });
});

describe('the catalogue', () => {
  const issuer = { name: 'Quay SAS', address: '1 quay', email: ' Hello@Example.com ', taxNumber: '' };

  it('keeps what is not given', () => {
    const draft = draftWith({ catalog: { own: 1, priceSource: null } });
    const result = done(changeCatalog(draft, { name: { en: 'Quay', fr: 'Quai' }, accent: 'plum', issuer }));
    expect(result.draft.catalog).toMatchObject({ own: 1, priceSource: null, timezone: 'Europe/Paris' });
    expect(catalogOf(result.draft)).toEqual({
      key: 'quay',
      name: { en: 'Quay', fr: 'Quai' },
      language: 'en',
      timezone: 'Europe/Paris',
      issuer: { name: 'Quay SAS', address: '1 quay', email: 'Hello@Example.com', taxNumber: null },
      accent: 'plum',
    });
  });

  it('is refused with what is wrong', () => {
    const wrong = {
      name: {},
      timezone: 'Europe/Lyon',
      issuer: { ...issuer, name: ' ', email: 'nobody', taxNumber: '1'.repeat(101) },
    };
    expect(refusal(changeCatalog(draftWith(), wrong))).toEqual([
      'name: missing',
      'timezone: invalid',
      'issuer.name: missing',
      'issuer.email: invalid',
      'issuer.taxNumber: invalid',
    ]);
    expect(refusal(changeCatalog(draftWith(), { timezone: '' }))).toEqual(['timezone: missing']);
  });
});
