import type { Feed } from '@/lib/contract/feed';
import { eventFacts, positions } from '../common/event-facts';
import { posterImages } from '../common/poster-image';
import {
  dayOffers,
  daysFrom,
  everyMinutes,
  isHoliday,
  sessionOffers,
  sessionsOf,
  weekday,
  type CatalogOptions,
  type Day,
  type FeedEvent,
  type FeedProduct,
  type FeedSession,
  type Showing,
} from '../common/programme';
import { museumPosters } from './museum-posters';
import { catalogName, eventTexts, productTexts, ticketTexts, tourLanguages } from './museum-texts';

export const museumKey = 'museum';
const giftCard = 'gift-card';
const timezone = 'Europe/Paris';
const venue = {
  name: 'Musée Lormeau',
  address: '3 quai des Indienneurs, 49999 Saint-Elme-sur-Loire',
  position: positions.museum,
};
export const museumHolidays = ['01-01', '05-01', '12-25'];

const exhibitionSlots = everyMinutes(20, '10:00', '17:40');
const thursdaySlots = everyMinutes(20, '10:00', '20:20');

function tourTimes(dayOfWeek: number): Showing[] {
  const french = { time: '10:30', capacity: 12, name: tourLanguages.french };
  const english = { time: '15:00', capacity: 12, name: tourLanguages.english };
  if (dayOfWeek === weekday.wednesday) return [english];
  return dayOfWeek >= weekday.saturday ? [french, english] : [];
}

/** The museum: a collection by the day, an exhibition every twenty minutes, a guided tour for twelve. */
export function museumFeed({ today, demoUrl }: CatalogOptions): Feed {
  const days = daysFrom(today).filter(
    (day) => day.dayOfWeek !== weekday.tuesday && !isHoliday(day, museumHolidays),
  );
  const image = posterImages(demoUrl, museumKey, museumPosters);
  const blue = sessionsOf({ key: 'blue', timezone, duration: 'PT20M' }, days, ({ dayOfWeek }) =>
    (dayOfWeek === weekday.thursday ? thursdaySlots : exhibitionSlots).map((time) => ({
      time,
      capacity: 25,
    })),
  );
  const tours = sessionsOf({ key: 'stores-tour', timezone, duration: 'PT75M' }, days, ({ dayOfWeek }) =>
    tourTimes(dayOfWeek),
  );
  const event = (
    key: Exclude<keyof typeof eventTexts, typeof giftCard>,
    sessions: FeedSession[],
  ): FeedEvent => ({
    key,
    ...eventTexts[key],
    ...eventFacts[key],
    image: image(key),
    venue,
    sessions,
  });
  return {
    format: 'ticketing-feed/1',
    catalog: {
      key: museumKey,
      name: catalogName,
      language: 'fr',
      accent: 'vermilion',
      timezone,
      issuer: {
        name: 'Musée Lormeau',
        address: venue.address,
        email: 'billetterie@musee-lormeau.example',
        taxNumber: 'FR 11 000 000 011',
      },
    },
    events: [
      event('collections', []),
      event('blue', blue),
      event('stores-tour', tours),
      { key: giftCard, ...eventTexts[giftCard], image: image(giftCard), sessions: [] },
    ],
    products: [
      ...collectionProducts(days, image),
      ...exhibitionProducts(blue, image),
      storesTour(tours, image),
      ...giftCards(today, image),
    ],
  };
}

type ImageOf = (name: keyof typeof museumPosters) => NonNullable<FeedProduct['image']>;

function storesTour(tours: readonly FeedSession[], image: ImageOf): FeedProduct {
  return {
    key: 'stores-tour',
    ...productTexts['stores-tour'],
    image: image('stores-tour'),
    vatRate: 0.1,
    tickets: [
      { key: 'stores-tour', name: ticketTexts['stores-tour'], event: 'stores-tour', dateAccess: false },
    ],
    offers: sessionOffers([tours], () => ({ price: '16.00', capacity: null })),
  };
}

function collectionProducts(days: readonly Day[], image: ImageOf): FeedProduct[] {
  const product = (
    key: 'collections-adult' | 'collections-reduced' | 'collections-family',
    price: string,
    capacity: number,
  ): FeedProduct => ({
    key,
    ...productTexts[key],
    image: image(key === 'collections-family' ? 'family' : 'collections'),
    productBase: 'lormeau-collections',
    vatRate: 0.1,
    cancellation: { deadlineHours: 48, share: 0.8 },
    tickets: [{ key, name: ticketTexts.collections, event: 'collections', dateAccess: true }],
    offers: dayOffers(key, days, { timezone, lastEntry: '17:45' }, { price, capacity }),
  });
  return [
    product('collections-adult', '9.00', 400),
    product('collections-reduced', '6.00', 200),
    product('collections-family', '22.00', 40),
  ];
}

/** Gift cards of three amounts, sold this year and valid until the end of the third year after it. */
function giftCards(today: string, image: ImageOf): FeedProduct[] {
  const year = Number(today.slice(0, 4));
  const offer = (price: string) => ({
    date: `${year + 3}-12-31`,
    price,
    capacity: null,
    saleEndsAt: `${year + 1}-01-01T00:00:00+01:00`,
  });
  return (['25', '50', '100'] as const).map((amount) => ({
    key: `${giftCard}-${amount}`,
    ...productTexts[`${giftCard}-${amount}`],
    image: image(giftCard),
    productBase: 'lormeau-gift-card',
    vatRate: 0.1,
    giftCard: true,
    cancellation: { deadlineHours: 0, share: 1 },
    tickets: [
      { key: `${giftCard}-${amount}`, name: ticketTexts[giftCard], event: giftCard, dateAccess: true },
    ],
    offers: [offer(`${amount}.00`)],
  }));
}

/** An hour in the exhibition, and the collection at any time of that day. */
function exhibitionProducts(sessions: readonly FeedSession[], image: ImageOf): FeedProduct[] {
  const product = (key: 'blue-adult' | 'blue-reduced', price: string): FeedProduct => ({
    key,
    ...productTexts[key],
    image: image('blue'),
    productBase: 'lormeau-exhibition',
    vatRate: 0.1,
    tickets: [
      { key: `${key}/exhibition`, name: ticketTexts.blue, event: 'blue', dateAccess: false },
      { key: `${key}/collections`, name: ticketTexts.collections, event: 'collections', dateAccess: true },
    ],
    offers: sessionOffers([sessions], () => ({ price, capacity: null })),
  });
  return [product('blue-adult', '13.00'), product('blue-reduced', '9.00')];
}
