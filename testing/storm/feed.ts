import type { Feed } from '@/lib/contract/feed';

const days = ['2027-06-01', '2027-06-02', '2027-06-03'];

/** What is sold. `share`: of the price, when customers cancel; null: they can't. */
interface Sold {
  key: string;
  price: string;
  share: number | null;
  isExchangeable: boolean;
  vatRate: number;
  event: 'boat' | 'rarity' | 'play';
  /** Its units have a ticket for the museum, too. */
  withMuseum?: boolean;
}

const whole = { share: 1, isExchangeable: true };
const sold: readonly Sold[] = [
  { key: 'odd', price: '19.99', share: 0.8, isExchangeable: true, vatRate: 0.055, event: 'boat' },
  { key: 'third', price: '33.33', ...whole, vatRate: 0.2, event: 'boat', withMuseum: true },
  { key: 'cheap', price: '7.35', share: 0.333, isExchangeable: true, vatRate: 0.1, event: 'boat' },
  { key: 'firm', price: '12.00', share: null, isExchangeable: true, vatRate: 0.2, event: 'boat' },
  { key: 'fixed', price: '15.50', share: null, isExchangeable: false, vatRate: 0.2, event: 'boat' },
  { key: 'free', price: '0.00', ...whole, vatRate: 0.2, event: 'boat' },
  { key: 'rare', price: '25.01', ...whole, vatRate: 0.2, event: 'rarity' },
  { key: 'seat', price: '18.50', ...whole, vatRate: 0.2, event: 'play' },
];

/** The price is what a gift card is worth. */
const giftCard: Feed['products'][number] = {
  key: 'card',
  name: { en: 'card' },
  giftCard: true,
  vatRate: 0.2,
  cancellation: { deadlineHours: 0, share: 1 },
  tickets: [{ key: 'card', name: { en: 'Card' }, event: 'card', dateAccess: true }],
  offers: [{ date: '2030-12-31', price: '50.03', capacity: null }],
};

/** The numbered seats of a row, from the left. */
export const seatsOfRow = 8;
export const rows = ['A', 'B'] as const;

const house: NonNullable<Feed['seatPlans']>[number] = {
  key: 'house',
  name: { en: 'House' },
  stage: { x: seatsOfRow / 2, y: 0 },
  zones: [{ key: 'stalls', name: { en: 'Stalls' } }],
  sections: [
    {
      key: 'stalls',
      name: { en: 'Stalls' },
      rows: rows.map((name, row) => ({
        name,
        seats: Array.from({ length: seatsOfRow }, (_, x) => ({
          name: `${x + 1}`,
          x,
          y: row + 1,
          zone: 'stalls',
        })),
      })),
    },
  ],
};

/** The catalogue of the storm: prices that can't be divided, every rule of cancelling, an event that sells out, numbered seats and gift cards. */
export const stormFeed: Feed = {
  format: 'ticketing-feed/1',
  catalog: {
    key: 'storm',
    name: { en: 'Storm' },
    language: 'en',
    timezone: 'Europe/Paris',
    issuer: { name: 'Storm SA', address: '1 quay, Lyon', email: 'hello@storm.test' },
  },
  forms: [],
  seatPlans: [house],
  events: [
    { key: 'boat', name: { en: 'Boat' }, sessions: sessionsOf('boat', 4000) },
    { key: 'rarity', name: { en: 'Rarity' }, sessions: sessionsOf('rare', 6) },
    {
      key: 'play',
      name: { en: 'Play' },
      sessions: sessionsOf('play', rows.length * seatsOfRow).map((one) => ({ ...one, seatPlan: house.key })),
    },
    { key: 'museum', name: { en: 'Museum' }, sessions: [] },
    { key: 'card', name: { en: 'Card' }, sessions: [] },
  ],
  products: [
    giftCard,
    ...sold.map(({ key, price, share, isExchangeable, vatRate, event, withMuseum = false }) => ({
      key,
      name: { en: key },
      vatRate,
      cancellation: share === null ? null : { deadlineHours: 2, share },
      rebooking: isExchangeable ? { deadlineHours: 1 } : null,
      tickets: [
        { key: 'main', name: { en: 'Main' }, event, dateAccess: false },
        ...(withMuseum ? [{ key: 'museum', name: { en: 'Museum' }, event: 'museum', dateAccess: true }] : []),
      ],
      offers: days.map((date) => ({ date, price, capacity: null })),
    })),
  ],
};

function sessionsOf(prefix: string, capacity: number): Feed['events'][number]['sessions'] {
  return days.flatMap((day) =>
    ['10:00', '14:30'].map((time) => ({
      key: `${prefix}-${day}-${time.slice(0, 2)}`,
      occursAt: `${day}T${time}:00+02:00`,
      duration: 'PT60M',
      capacity,
    })),
  );
}
