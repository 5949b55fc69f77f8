import fc from 'fast-check';
import { accents } from '@/lib/contract/accent';
import { accessibilityFeatures, eventCategories } from '@/lib/contract/event';
import { type Feed, plannedStates } from '@/lib/contract/feed';
import { smallPlan } from './theatre';

type Event = Feed['events'][number];
type Session = Event['sessions'][number];
type Product = Feed['products'][number];
type Offer = Product['offers'][number];

const words = fc.constantFrom('Boat', 'Quay “3”', 'Ünïcode 🚢', '<p>Both</p>', 'two\nlines', 'a\ttab', ' ');
/** A text in several languages, also named in another order than that of the alphabet. */
const texts = fc
  .uniqueArray(fc.constantFrom('fr', 'de', 'it', 'en', 'nl'), { minLength: 1 })
  .chain((languages) => fc.tuple(fc.constant(languages), fc.array(words, { minLength: 5, maxLength: 5 })))
  .map(([languages, said]) => Object.fromEntries(languages.map((one, i) => [one, said[i] ?? ''])));
const named = texts.map((text) => ({ ...text, en: 'In its own language' }));

/** A member that is left out, says what is the default, or something else. */
const maybe = <Value, Default>(value: fc.Arbitrary<Value>, byDefault: Default) =>
  fc.oneof(fc.constant(undefined), fc.constant(byDefault), value);

const moment = fc.constantFrom(
  '2027-06-01T10:00:00+02:00',
  '2027-06-01T10:00:00Z',
  '2027-06-01T10:00:00',
  '2027-03-28T02:30:00',
  '2027-10-31T02:30:00',
  '2027-06-01T10:00:00.123Z',
  '2027-06-01T10:00:00.123456789+05:30',
  '2027-06-02T00:00:00+02:00',
  '2027-06-03T00:00:00+02:00',
  '1801-01-01T12:00:00Z',
  '9998-12-30T23:59:59Z',
);
const units = fc.constantFrom(null, 0, 1, 24, 25, 50, 2_147_483_647);
const amount = fc.constantFrom('0.00', '18.00', '0018.00', '99999999.99', '7.50');
const share = fc.constantFrom(0, 0.055, 0.1, 1 / 3, 1e-7, 1);
const tag = maybe(fc.constantFrom('afternoon', 'a:b/c'), null);

const image = fc.record({
  contentUrl: fc.constantFrom('https://example.com/a b.svg', 'https://EXAMPLE.com/ü?x=1'),
  width: fc.integer({ min: 1, max: 4000 }),
  height: fc.constant(300),
  alternative: named,
});
const images = maybe(
  fc.array(
    fc
      .tuple(image, maybe(fc.constant('Jo'), null), maybe(fc.record({ x: share, y: share }), null))
      .map(([one, credit, focalPoint]) => ({ ...one, credit, focalPoint })),
    { maxLength: 2 },
  ),
  [],
);

const places = fc.record({
  count: fc.integer({ min: 1, max: 40 }),
  releasedBefore: maybe(fc.constantFrom('PT60M', 'PT24H'), null),
});

/** Places for the counter are some of a capacity, and none of a plan. */
const withPlaces = ({ counterPlaces = null, ...one }: Session): Session => ({
  ...one,
  counterPlaces:
    counterPlaces === null || (one.capacity ?? 0) < counterPlaces.count || (one.seatPlan ?? null) !== null
      ? null
      : counterPlaces,
});

const session = (key: string): fc.Arbitrary<Session> =>
  fc
    .record({
      key: fc.constant(key),
      occursAt: moment,
      duration: maybe(fc.constantFrom('PT60M', 'PT01H30M'), null),
      capacity: units,
      remaining: maybe(units, null),
      status: maybe(fc.constantFrom(...plannedStates), 'scheduled' as const),
      saleStartsAt: maybe(moment, null),
      saleEndsAt: maybe(moment, null),
      lateSale: maybe(fc.constantFrom('PT30M', 'PT1H'), null),
      counterPlaces: maybe(places, null),
      name: maybe(texts, null),
      description: maybe(fc.oneof(texts, fc.constant({})), null),
      tag,
      seatPlan: maybe(fc.constant('small'), null),
    })
    .map(withPlaces);

const venue = fc.record({
  name: words,
  address: words,
  position: maybe(fc.record({ latitude: fc.constantFrom(45.7578137, -0), longitude: share }), null),
  images,
});

const event = (key: string): fc.Arbitrary<Event> =>
  fc.record({
    key: fc.constant(key),
    name: named,
    description: maybe(texts, {}),
    image: maybe(image, null),
    images,
    venue: maybe(venue, null),
    arrivalWindow: maybe(fc.constant(true), false),
    category: maybe(fc.constantFrom(...eventCategories), null),
    languages: maybe(fc.constant(['fr', 'en']), []),
    accessibility: maybe(fc.subarray([...accessibilityFeatures]), []),
    meetingPoint: maybe(named, null),
    minimumAge: maybe(fc.constant(6), null),
    included: maybe(named, null),
    sessions: fc
      .integer({ min: 0, max: 4 })
      .chain((count) => fc.tuple(...Array.from({ length: count }, (_, i) => session(`s${9 - i}`)))),
  });

const offer = (date: string): fc.Arbitrary<Offer> =>
  fc
    .record({
      date: fc.constant(date),
      price: amount,
      isReduced: fc.boolean(),
      priceExclTax: maybe(fc.constantFrom('0.00', '000.00'), null),
      capacity: units,
      remaining: maybe(units, null),
      saleStartsAt: maybe(moment, null),
      saleEndsAt: maybe(moment, null),
    })
    .map(({ isReduced, ...one }) => ({ ...one, originalPrice: isReduced ? '99999999.99' : one.price }));

const product = (key: string): fc.Arbitrary<Product> =>
  fc.record({
    key: fc.constant(key),
    name: named,
    description: maybe(texts, {}),
    image: maybe(image, null),
    productBase: maybe(fc.constantFrom('walks', 'boats'), null),
    vatRate: maybe(share, null),
    realtimePriceRequired: maybe(fc.constant(true), false),
    cancellation: maybe(fc.record({ deadlineHours: fc.constantFrom(0, 0.5, 24), share }), null),
    rebooking: maybe(fc.constant({ deadlineHours: 2 }), null),
    minimumQuantity: maybe(fc.constant(2), 1),
    maximumQuantity: maybe(fc.constantFrom(2, 50), null),
    forms: maybe(fc.constantFrom(['guests', 'art'], ['art']), []),
    tickets: fc.tuple(
      fc.record({
        key: fc.constant('boat'),
        name: named,
        description: maybe(texts, {}),
        event: fc.constantFrom('z', 'a'),
        dateAccess: fc.boolean(),
        tag,
        zone: maybe(fc.constant('2'), null),
      }),
    ),
    offers: fc.tuple(offer('2027-06-02'), offer('2027-06-01')),
  });

const field = fc.record({
  code: fc.constant('age'),
  label: named,
  helpText: maybe(texts, {}),
  type: fc.constantFrom('number' as const, 'choice' as const),
  required: maybe(fc.constant(true), false),
  options: maybe(fc.constant([{ code: 'one', label: { fr: 'Un', en: 'One' } }]), []),
  min: maybe(fc.constantFrom(-0, 1e21, 0.1), null),
  max: maybe(fc.constant(1e-9), null),
  maxLength: maybe(fc.constant(100), null),
});

/** A feed without the members that are undefined, as JSON has it. */
const asJson = (feed: unknown) => JSON.parse(JSON.stringify(feed)) as Feed;

/** Feeds that say the same in many ways. */
export const anyFeed: fc.Arbitrary<Feed> = fc
  .record({
    format: fc.constant('ticketing-feed/1' as const),
    catalog: fc.record({
      key: fc.constant('any'),
      name: named,
      language: fc.constant('en'),
      timezone: fc.constantFrom('Europe/Paris', 'America/New_York', 'Asia/Kolkata'),
      issuer: fc.record({
        name: fc.constant('Any'),
        address: maybe(fc.constant('1 quay'), ''),
        email: maybe(fc.constant('hello@example.com'), null),
        taxNumber: maybe(fc.constant('FR1'), null),
      }),
      priceSource: maybe(
        fc.record({
          url: fc.constant('https://example.com/p?x'),
          timeoutSeconds: maybe(fc.constant(0.5), 3),
        }),
        null,
      ),
      accent: maybe(fc.constantFrom(...accents), null),
    }),
    forms: fc.tuple(field, field).map(([one, other]) => [
      { key: 'guests', fields: [one] },
      { key: 'art', fields: [other] },
    ]),
    seatPlans: fc
      .tuple(named, named)
      .map(([one, other]) => [
        smallPlan({ key: 'small', name: one }),
        smallPlan({ key: 'another', name: other }),
      ]),
    events: fc.tuple(event('z'), event('a')),
    products: fc.tuple(product('p2'), product('p1')),
  })
  .map(asJson);
