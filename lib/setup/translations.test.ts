import { describe, expect, it } from 'vitest';
import { done, draftWith, event, product, refusal, session } from '@/testing/setup/drafts';
import { readDraft } from './draft';
import { openPoints, placeOf } from './findings';
import { allTexts, missingTexts, putTexts } from './translations';

const picture = {
  contentUrl: 'https://example.com/a.jpg',
  width: 3,
  height: 2,
  alternative: { en: 'A stage' },
};
const plan = {
  key: 'hall',
  name: { en: 'Hall' },
  zones: [{ key: 'a', name: { en: 'Stalls' } }],
  sections: [{ key: 'b', name: { en: 'Left' } }],
};
const form = {
  key: 'guest',
  fields: [
    {
      code: 'diet',
      label: { en: 'Diet' },
      helpText: { en: 'For lunch' },
      options: [{ code: 'none', label: { en: 'None' } }],
    },
  ],
};
const draft = draftWith({
  events: [
    3,
    event({
      description: { en: 'Music' },
      included: { en: 'A drink', fr: 'Une boisson' },
      image: picture,
      images: [picture],
      sessions: [session('2031-06-01T20:00:00'), session('2031-06-02T20:00:00', { name: { en: 'Gala' } })],
    }),
  ],
  products: [product({}, { description: {} })],
});
const whole = readDraft({ ...draft, forms: [form], seatPlans: [plan] }) ?? draft;

describe('the texts of a document', () => {
  it('are all that people read', () => {
    expect(allTexts(whole).map(({ path, thing, key }) => `${path.join('.')} (${thing} ${key})`)).toEqual([
      'catalog.name (catalog quay)',
      'forms.0.fields.0.label (form guest)',
      'forms.0.fields.0.helpText (form guest)',
      'forms.0.fields.0.options.0.label (form guest)',
      'seatPlans.0.name (seatPlan hall)',
      'seatPlans.0.zones.0.name (seatPlan hall)',
      'seatPlans.0.sections.0.name (seatPlan hall)',
      'events.1.name (event concert)',
      'events.1.description (event concert)',
      'events.1.included (event concert)',
      'events.1.image.alternative (image concert)',
      'events.1.images.0.alternative (image concert)',
      'events.1.sessions.1.name (session concert)',
      'products.0.name (product seat)',
      'products.0.tickets.0.name (ticket seat)',
    ]);
  });

  it('are missing in some languages', () => {
    const missing = missingTexts(draft, ['en', 'fr']);
    expect(missing.map(({ view }) => view.member)).not.toContain('included');
    expect(missing.find(({ view }) => view.member === 'description')?.languages).toEqual(['fr']);
    expect(missingTexts(draftWith({ events: [event({ name: {} })] }), ['en'])).toMatchObject([
      { view: { path: ['events', 0, 'name'], isNeeded: true }, languages: ['en'] },
    ]);
  });

  it('are written in some languages, and stay in the others', () => {
    const path = ['events', 1, 'included'];
    const written = done(putTexts(draft, path, { de: ' Ein Getränk ', fr: '' }));
    expect(written.draft.events[1]).toMatchObject({ included: { en: 'A drink', de: 'Ein Getränk' } });
    expect(written.draft.events[1]).not.toHaveProperty('included.fr');
    const deep = done(putTexts(whole, ['forms', 0, 'fields', 0, 'options', 0, 'label'], { fr: 'Aucun' }));
    expect(deep.draft['forms']).toMatchObject([
      { fields: [{ options: [{ label: { en: 'None', fr: 'Aucun' } }] }] },
    ]);
  });

  it('are refused where they are missing, too long, or not there', () => {
    expect(refusal(putTexts(draft, ['catalog', 'name'], { en: ' ' }))).toEqual(['texts: missing']);
    expect(refusal(putTexts(draft, ['catalog', 'name'], { fr: 'a'.repeat(501) }))).toEqual([
      'texts: invalid',
    ]);
    expect(refusal(putTexts(draft, ['events', 1, 'description'], { fra: 'a' }))).toEqual(['texts: invalid']);
    const long = done(putTexts(draft, ['events', 1, 'description'], { fr: 'a'.repeat(501), en: '' }));
    expect(long.draft.events[1]).not.toHaveProperty('description.en');
    for (const path of [[], ['events'], ['events', 0, 'name'], ['catalog', 'key'], ['__proto__', 'name']])
      expect(refusal(putTexts(draft, path, { fr: 'a' }))).toEqual(['path: unknown']);
  });
});

describe('the path of an error', () => {
  it.each([
    ['$.catalog.issuer.name', { thing: 'catalog', key: null, inner: null, member: 'issuer' }],
    ['$.events[1].name.en', { thing: 'event', key: 'concert', inner: null, member: 'name' }],
    [
      '$.events[1].sessions[1].occursAt',
      { thing: 'session', key: 'concert', inner: '2031-06-02T20:00', member: 'occursAt' },
    ],
    ['$.events[1].sessions', { thing: 'event', key: 'concert', inner: null, member: 'sessions' }],
    ['$.events[0].key', { thing: 'event', key: null, inner: null, member: 'key' }],
    ['$.events[1].sessions[9]', { thing: 'session', key: 'concert', inner: null, member: null }],
    ['$.products[0].tickets[0].event', { thing: 'ticket', key: 'seat', inner: 'concert', member: 'event' }],
    ['$.products[1].offers[0].price', { thing: 'offer', key: null, inner: null, member: 'price' }],
  ])('%s names a thing', (path, place) => {
    expect(placeOf(draft, path)).toEqual(place);
  });

  it('may name the whole feed', () => {
    for (const path of ['$', '', '$.format', '$.events', 'x']) expect(placeOf(draft, path)).toBeNull();
  });

  it('names the day of an offer', () => {
    const sold = draftWith({ products: [product({ '2031-06-01': 'x' })] });
    expect(placeOf(sold, '$.products[0].offers[0].price')).toMatchObject({
      thing: 'offer',
      inner: '2031-06-01',
    });
  });
});

describe('what is open', () => {
  const today = '2031-06-02';
  const pointsOf = (members: Parameters<typeof draftWith>[0]) =>
    openPoints(draftWith(members), today).map(({ point, key }) => (key === null ? point : `${point} ${key}`));

  it('is everything at first', () => {
    expect(pointsOf({ events: [] })).toEqual(['no_event', 'no_product']);
    expect(pointsOf({})).toEqual([
      'no_place concert',
      'no_session concert',
      'event_without_product concert',
      'no_product',
    ]);
  });

  it('is what customers need', () => {
    const venue = { name: 'Hall', address: '' };
    const past = event({ venue, sessions: [session('2031-06-01T20:00:00')] });
    expect(pointsOf({ events: [past], products: [product({ '2031-06-01': '5.00' })] })).toEqual([
      'no_future_session concert',
      'no_day seat',
    ]);
    const next = event({ venue, sessions: [session('2031-06-02T20:00:00')] });
    expect(pointsOf({ events: [next], products: [product({})] })).toEqual(['no_price seat']);
    expect(pointsOf({ events: [next], products: [product({ '2031-06-02': '5.00' })] })).toEqual([]);
  });

  it('is no session where tickets need none', () => {
    const venue = { name: 'Park', address: '' };
    const tickets = [{ key: 'a', name: {}, event: 'concert', dateAccess: true }];
    expect(
      pointsOf({ events: [event({ venue })], products: [product({ '2031-06-02': '5.00' }, { tickets })] }),
    ).toEqual([]);
  });
});

it('a tariff without a VAT rate is told', () => {
  const products = [product({ '2031-06-01': '10.00' }, { vatRate: null })];
  expect(openPoints(draftWith({ products }), '2031-05-01')).toContainEqual({
    point: 'no_vat_rate',
    key: 'seat',
  });
});
