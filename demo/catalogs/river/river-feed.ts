import { type Feed, isPriceSourceAddress } from '@/lib/contract/feed';
import { museumHolidays } from '../museum/museum-feed';
import { eventFacts, positions } from '../common/event-facts';
import { posterImages } from '../common/poster-image';
import {
  daysFrom,
  everyMinutes,
  isHoliday,
  sessionOffers,
  sessionsOf,
  weekday,
  type CatalogOptions,
  type FeedEvent,
  type FeedOffer,
  type FeedProduct,
  type FeedSession,
  type Showing,
} from '../common/programme';
import { holidays, sailsAtSunset, sunsetTime, timezone } from './river-calendar';
import { riverPosters } from './river-posters';
import { catalogName, eventTexts, productTexts, ticketTexts } from './river-texts';
import { sunsetKey, sunsetListPrice } from './sunset-price';

export const riverKey = 'river';
const quay = {
  name: 'Ponton des Indienneurs',
  address: 'Quai des Indienneurs, 49999 Saint-Elme-sur-Loire',
  position: positions.quay,
};
const museum = {
  name: 'Musée Lormeau',
  address: '3 quai des Indienneurs, 49999 Saint-Elme-sur-Loire',
  position: positions.museum,
};

type EventKey = keyof typeof eventTexts;
type Programme = Readonly<Record<EventKey, readonly FeedSession[]>>;

const loopTimes = ['10:30', '12:00', '14:00', '15:30', '17:00'];
const ferryTimes = ['10:00', '11:00', '12:00', '14:00', '15:30', '17:00'];
const museumTimes = everyMinutes(60, '10:00', '16:00');
function at(times: readonly string[], capacity: number | null): Showing[] {
  return times.map((time) => ({ time, capacity }));
}

function programme(today: string): Programme {
  const days = daysFrom(today).filter((day) => !isHoliday(day, holidays));
  const series = (key: EventKey, duration: string) => ({ key, timezone, duration });
  const isDarkAtSix = (month: number): boolean => month <= 2 || month >= 11;
  return {
    loop: sessionsOf(series('loop', 'PT75M'), days, ({ month }) =>
      at(isDarkAtSix(month) ? loopTimes.slice(0, -1) : loopTimes, 90),
    ),
    sunset: sessionsOf(series('sunset', 'PT90M'), days, (day) =>
      sailsAtSunset(day) ? at([sunsetTime(day)], 60) : [],
    ),
    ferry: sessionsOf(series('ferry', 'PT10M'), days, () => at(ferryTimes, null)),
    'museum-visit': sessionsOf(series('museum-visit', 'PT90M'), days, (day) =>
      day.dayOfWeek === weekday.tuesday || isHoliday(day, museumHolidays) ? [] : at(museumTimes, 25),
    ),
  };
}

/** The river line: a cruise, a sunset cruise, a ferry without a limit, and the museum with the boat. */
export function riverFeed({ today, demoUrl }: CatalogOptions): Feed {
  const sessions = programme(today);
  const image = posterImages(demoUrl, riverKey, riverPosters);
  const event = (key: EventKey): FeedEvent => ({
    key,
    ...eventTexts[key],
    ...eventFacts[key],
    image: image(key),
    images: key === 'loop' ? loopImages(image) : [],
    venue: key === 'museum-visit' ? museum : quay,
    sessions: [...sessions[key]],
  });
  return {
    format: 'ticketing-feed/1',
    catalog: {
      key: riverKey,
      name: catalogName,
      language: 'fr',
      accent: 'cobalt',
      timezone,
      issuer: {
        name: 'La Ligne d’Eau',
        address: quay.address,
        email: 'bonjour@ligne-deau.example',
        taxNumber: 'FR 33 000 000 033',
      },
      // A demonstration at another address without TLS uses only the listed prices.
      priceSource: isPriceSourceAddress(demoUrl) ? { url: `${demoUrl}/catalogs/${riverKey}/prices` } : null,
    },
    events: [event('loop'), event('sunset'), event('ferry'), event('museum-visit')],
    products: products(sessions, image),
  };
}

/** The only event with several pictures, one of which is by somebody else. */
function loopImages(image: ImageOf): FeedEvent['images'] {
  return [
    // On a phone it is cut to a square: the bend of the river stays.
    { ...image('loop'), focalPoint: { x: 0.6, y: 0.5 } },
    { ...image('ferry'), credit: 'Dessin : Nour Belkacem' },
    { ...image('sunset'), focalPoint: { x: 0.7, y: 0.6 } },
  ];
}

type ImageOf = (name: keyof typeof riverPosters) => NonNullable<FeedProduct['image']>;

function ticket(
  key: string,
  event: EventKey,
  name: keyof typeof ticketTexts,
): FeedProduct['tickets'][number] {
  return { key, name: ticketTexts[name], event, dateAccess: false };
}

function fixed(price: string, capacity: number | null = null) {
  return () => ({ price, capacity });
}

function products({ loop, sunset, ferry, 'museum-visit': visit }: Programme, image: ImageOf): FeedProduct[] {
  const product = (
    key: keyof typeof productTexts,
    poster: keyof typeof riverPosters,
    tickets: FeedProduct['tickets'],
    offers: FeedOffer[],
  ): FeedProduct => ({ key, ...productTexts[key], image: image(poster), vatRate: 0.1, tickets, offers });
  const cruise = (key: 'loop-adult' | 'loop-child', price: string): FeedProduct => ({
    ...product(key, 'loop', [ticket(key, 'loop', 'boat')], sessionOffers([loop], fixed(price))),
    productBase: 'great-bend',
    cancellation: { deadlineHours: 24, share: 1 },
    rebooking: { deadlineHours: 2 },
  });
  const both = [
    ticket('museum-and-boat/boat', 'loop', 'boat'),
    ticket('museum-and-boat/museum', 'museum-visit', 'museum'),
  ];
  const sunsetOffers = sessionOffers([sunset], (day) => ({ price: sunsetListPrice(day), capacity: null }));
  return [
    cruise('loop-adult', '15.00'),
    cruise('loop-child', '8.50'),
    product('museum-and-boat', 'museum-and-boat', both, sessionOffers([loop, visit], fixed('21.00', 40))),
    {
      ...product(sunsetKey, 'sunset', [ticket('sunset', 'sunset', 'boat')], sunsetOffers),
      realtimePriceRequired: true,
    },
    product('ferry', 'ferry', [ticket('ferry', 'ferry', 'ferry')], sessionOffers([ferry], fixed('4.50'))),
  ];
}
