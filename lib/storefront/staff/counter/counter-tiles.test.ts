import { expect, it } from 'vitest';
import { tilesOf } from './counter-tiles';

const boat = '/v1/ticketing/catalogs/c/events/boat';
const museum = '/v1/ticketing/catalogs/c/events/museum';

const session = (changes: Partial<Parameters<typeof tilesOf>[0][number]> = {}) => ({
  id: 's-1',
  event: boat,
  eventName: 'The boat',
  name: null,
  occursAt: '2027-06-01T10:00:00+02:00',
  status: 'on_sale' as const,
  capacity: 50,
  held: 3,
  sold: 40,
  counterOnly: 2,
  ...changes,
});

type ListedOffer = Parameters<typeof tilesOf>[2][number];
const offer = (name: string, events: readonly string[], availableQuantity: number | null = 9) =>
  ({
    availableQuantity,
    product: { name },
    tickets: events.map((event) => ({ event })),
  }) as unknown as ListedOffer;

const boats = [offer('The boat, adult', [boat])];

it('a session that is on sale has a tile with what is left', () => {
  expect(tilesOf([session()], true, boats)).toEqual([
    {
      eventId: 'boat',
      sessionId: 's-1',
      name: 'The boat',
      occursAt: '2027-06-01T10:00:00+02:00',
      left: 7,
      counterOnly: 2,
    },
  ]);
});

it.each([
  ['has begun, or is closed', session({ status: 'not_on_sale' })],
  ['is cancelled', session({ status: 'cancelled' })],
])('a session that %s has none', (_, one) => {
  expect(tilesOf([one], true, boats)).toEqual([]);
});

it.each([
  ['is unlimited', { capacity: null, held: null }, null],
  ['is sold out', { sold: 50, held: 0 }, 0],
  ['was sold beyond its capacity', { sold: 51 }, 0],
])('a session that %s says so', (_, changes, left) => {
  expect(tilesOf([session(changes)], true, boats)[0]?.left).toBe(left);
});

it('a session with a name of its own is told apart', () => {
  expect(tilesOf([session({ name: 'In French' })], true, boats)[0]?.name).toBe('The boat · In French');
});

it('what has no session that day is one tile for any time, with the most that one of its tickets has left', () => {
  const offers = [offer('Museum, adult', [museum], 3), offer('Museum, child', [museum], 5), ...boats];
  expect(tilesOf([session()], true, offers).slice(1)).toEqual([
    { eventId: 'museum', sessionId: null, name: 'Museum', occursAt: null, left: 5, counterOnly: 0 },
  ]);
  const unlimited = [offer('Museum', [museum], null)];
  expect(tilesOf([], true, unlimited)[0]).toMatchObject({ name: 'Museum', left: null });
});

it('without all sessions of the day nothing is taken for valid at any time', () => {
  expect(tilesOf([session()], false, [offer('Museum', [museum])])).toHaveLength(1);
});

it('a combined ticket has no tile: it is sold by product', () => {
  expect(tilesOf([], true, [offer('Both', [boat, museum])])).toEqual([]);
});
