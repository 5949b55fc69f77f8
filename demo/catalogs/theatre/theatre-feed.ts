import type { Feed } from '@/lib/contract/feed';
import { amountExclTax } from '@/lib/money/money';
import { eventFacts, positions } from '../common/event-facts';
import { posterImages } from '../common/poster-image';
import {
  daysFrom,
  isEvenWeek,
  isHoliday,
  sessionOffers,
  sessionsOf,
  weekday,
  type CatalogOptions,
  type FeedEvent,
  type FeedProduct,
  type FeedSession,
  type Showing,
} from '../common/programme';
import { supperForm, supperFormKey } from './supper-form';
import { house, housePlanKey, type Zone } from './theatre-house';
import { theatrePosters } from './theatre-posters';
import { catalogName, eventTexts, harbourTexts, productTexts, ticketName } from './theatre-texts';

export const theatreKey = 'theatre';
const timezone = 'Europe/Paris';
const venue = {
  name: 'Théâtre de l’Écluse',
  address: '1 place de l’Écluse, 49999 Saint-Elme-sur-Loire',
  position: positions.theatre,
};
const holidays = ['01-01', '12-24', '12-25'];
const vatRate = 0.055;

type EventKey = keyof typeof eventTexts;
type Programme = Readonly<Record<EventKey, readonly FeedSession[]>>;
type ImageOf = (name: keyof typeof theatrePosters) => NonNullable<FeedProduct['image']>;

/** Tuesday to Saturday evenings; at the weekend an afternoon too. */
function mainStage(dayOfWeek: number): Showing[] {
  const showings: Showing[] = [];
  if (dayOfWeek >= weekday.saturday) showings.push({ time: '15:00', capacity: 220, tag: 'matinee' });
  if (dayOfWeek >= weekday.tuesday && dayOfWeek <= weekday.saturday) {
    showings.push({ time: '20:00', capacity: 220, tag: 'evening' });
  }
  return showings;
}

const puppetTimes = new Map([
  [weekday.wednesday, ['14:30', '16:30']],
  [weekday.saturday, ['10:30', '14:00']],
  [weekday.sunday, ['10:30']],
]);

function programme(today: string): Programme {
  const days = daysFrom(today).filter((day) => !isHoliday(day, holidays));
  const series = (key: EventKey, duration: string) => ({ key, timezone, duration });
  return {
    'lock-keeper': sessionsOf(series('lock-keeper', 'PT1H50M'), days, (day) =>
      isEvenWeek(day) ? mainStage(day.dayOfWeek) : [],
    ),
    tides: sessionsOf(series('tides', 'PT90M'), days, (day) =>
      isEvenWeek(day) ? [] : mainStage(day.dayOfWeek),
    ),
    'strings-and-reeds': sessionsOf(series('strings-and-reeds', 'PT2H'), days, (day) =>
      day.dayOfWeek === weekday.sunday ? [{ time: '18:30', capacity: 140 }] : [],
    ),
    'little-rain': sessionsOf(series('little-rain', 'PT45M'), days, ({ dayOfWeek }) =>
      (puppetTimes.get(dayOfWeek) ?? []).map((time) => ({ time, capacity: 80 })),
    ),
    'table-for-twelve': sessionsOf(series('table-for-twelve', 'PT90M'), days, ({ dayOfWeek }) =>
      dayOfWeek === weekday.thursday ? ['19:00', '21:15'].map((time) => ({ time, capacity: 12 })) : [],
    ),
    // The house is closed on Mondays, but for the opera.
    'glass-harbour': sessionsOf(series('glass-harbour', 'PT2H'), days, ({ dayOfWeek }) =>
      dayOfWeek === weekday.monday ? ['15:00', '20:00'].map((time) => ({ time, capacity: null })) : [],
    ).map((session) => ({ ...session, seatPlan: housePlanKey })),
  };
}

/** The theatre: two plays that alternate by week, a concert, puppets, a supper for twelve, and an opera with numbered seats. */
export function theatreFeed({ today, demoUrl }: CatalogOptions): Feed {
  const sessions = programme(today);
  const image = posterImages(demoUrl, theatreKey, theatrePosters);
  const event = (key: EventKey): FeedEvent => ({
    key,
    ...eventTexts[key],
    ...eventFacts[key],
    image: image(key),
    venue,
    sessions: [...sessions[key]],
  });
  return {
    format: 'ticketing-feed/1',
    catalog: {
      key: theatreKey,
      name: catalogName,
      language: 'en',
      accent: 'plum',
      timezone,
      issuer: {
        name: 'Théâtre de l’Écluse',
        address: venue.address,
        email: 'location@theatre-ecluse.example',
        taxNumber: 'FR 22 000 000 022',
      },
    },
    forms: [supperForm],
    seatPlans: [house],
    events: [
      event('lock-keeper'),
      event('tides'),
      event('strings-and-reeds'),
      event('little-rain'),
      event('table-for-twelve'),
      event('glass-harbour'),
    ],
    products: [...products(sessions, image), ...harbourProducts(sessions, image)],
  };
}

/** The price of a seat; `price` may differ at the weekend, which here begins on Friday. */
interface Sale {
  readonly key: keyof typeof productTexts;
  readonly event: EventKey;
  readonly tag?: string;
  readonly price: string;
  readonly weekendPrice?: string;
  /** The prices before the reduction, in the same order. */
  readonly originalPrices?: readonly [price: string, weekendPrice: string];
  readonly capacity?: number;
}

const sales: readonly Sale[] = [
  { key: 'lock-keeper-evening', event: 'lock-keeper', tag: 'evening', price: '26.00', weekendPrice: '30.00' },
  { key: 'lock-keeper-matinee', event: 'lock-keeper', tag: 'matinee', price: '20.00' },
  { key: 'tides-evening', event: 'tides', tag: 'evening', price: '28.00', weekendPrice: '32.00' },
  { key: 'tides-matinee', event: 'tides', tag: 'matinee', price: '22.00' },
  {
    key: 'tides-under-26',
    event: 'tides',
    tag: 'evening',
    price: '14.00',
    weekendPrice: '16.00',
    originalPrices: ['28.00', '32.00'],
    capacity: 26,
  },
  { key: 'strings-and-reeds', event: 'strings-and-reeds', price: '24.00' },
  { key: 'little-rain', event: 'little-rain', price: '9.00' },
  { key: 'table-for-twelve', event: 'table-for-twelve', price: '48.00' },
];

/** Prices of the opera by zone, and for people under 26. */
const harbourPrices: readonly (readonly [zone: Zone, price: string, reduced: string])[] = [
  ['1', '42.00', '21.00'],
  ['2', '32.00', '16.00'],
  ['3', '19.00', '9.50'],
];

function harbourProducts(sessions: Programme, image: ImageOf): FeedProduct[] {
  const event = 'glass-harbour';
  const one = (zone: Zone, price: string, isReduced: boolean): FeedProduct => {
    const key = `${event}-${zone}${isReduced ? '-under-26' : ''}`;
    return {
      key,
      ...harbourTexts(zone, isReduced),
      image: image(event),
      productBase: event,
      vatRate,
      tickets: [{ key, name: ticketName, event, dateAccess: false, zone }],
      offers: sessionOffers([sessions[event]], () => ({
        price,
        priceExclTax: amountExclTax(price, String(vatRate)),
        capacity: null,
      })),
    };
  };
  return harbourPrices.flatMap(([zone, price, reduced]) => [
    one(zone, price, false),
    one(zone, reduced, true),
  ]);
}

function products(sessions: Programme, image: ImageOf): FeedProduct[] {
  return sales.map((sale) => {
    const { key, event, tag, capacity = null, originalPrices } = sale;
    const reachable = sessions[event].filter((session) => tag === undefined || session.tag === tag);
    return {
      key,
      ...productTexts[key],
      image: image(key === 'tides-under-26' ? key : event),
      productBase: event,
      vatRate,
      forms: key === 'table-for-twelve' ? [supperFormKey] : [],
      tickets: [{ key, name: ticketName, event, dateAccess: false, ...(tag === undefined ? {} : { tag }) }],
      offers: sessionOffers([reachable], ({ dayOfWeek }) => {
        const isWeekend = dayOfWeek >= weekday.friday;
        const price = isWeekend ? (sale.weekendPrice ?? sale.price) : sale.price;
        const originalPrice = originalPrices?.[isWeekend ? 1 : 0];
        return {
          price,
          priceExclTax: amountExclTax(price, String(vatRate)),
          capacity,
          ...(originalPrice === undefined ? {} : { originalPrice }),
        };
      }),
    };
  });
}
