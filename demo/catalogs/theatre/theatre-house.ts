import type { Feed } from '@/lib/contract/feed';
import { both } from '../common/bilingual';

type SeatPlan = NonNullable<Feed['seatPlans']>[number];
type Row = SeatPlan['sections'][number]['rows'][number];
type Seat = Row['seats'][number];

export const housePlanKey = 'house';

/** The zones of the house, with what they are called on tickets. */
export const zones = [
  { key: '1', name: both('Zone 1', 'Zone 1') },
  { key: '2', name: both('Zone 2', 'Zone 2') },
  { key: '3', name: both('Zone 3', 'Zone 3') },
] as const;
export type Zone = (typeof zones)[number]['key'];

/** Rows are curved around the stage; those of an even number of seats have an aisle in the middle. */
function row(
  name: string,
  { seats, y, zone }: { seats: number; y: number; zone: Zone },
  change: (seat: number) => Partial<Seat> = () => ({}),
): Row {
  const middle = (seats + 1) / 2;
  const halfAisle = seats % 2 === 0 ? 0.5 : 0;
  return {
    name,
    seats: Array.from({ length: seats }, (_, i) => {
      const number = i + 1;
      const x = number - middle + (number < middle ? -halfAisle : halfAisle);
      return {
        name: String(number),
        x,
        y: round(y - 0.015 * x * x),
        zone,
        ...(halfAisle > 0 && i === seats / 2 ? { afterAisle: true } : {}),
        ...change(number),
      };
    }),
  };
}

const round = (value: number) => Math.round(value * 100) / 100;

/** At both ends of the last row of the stalls, where one comes in without steps: two places for wheelchairs with companions. */
const wheelchairs: Readonly<Record<number, Partial<Seat>>> = {
  1: { wheelchair: true },
  2: { companionOf: '1' },
  3: { companionOf: '4' },
  4: { wheelchair: true },
  13: { wheelchair: true },
  14: { companionOf: '13' },
  15: { companionOf: '16' },
  16: { wheelchair: true },
};

/** The pillars of the circle stand before its ends. */
const behindPillar = (seat: number): Partial<Seat> =>
  seat === 1 || seat === 15 ? { restrictedView: true } : {};

const zoneOfStalls = (index: number): Zone => (index < 6 ? '1' : '2');

/** The house: ten rows of sixteen in the stalls and four of fifteen in the circle, 220 seats in three zones. */
export const house: SeatPlan = {
  key: housePlanKey,
  name: both('The house', 'La grande salle'),
  stage: { x: 0, y: 0 },
  zones: [...zones],
  sections: [
    {
      key: 'stalls',
      name: both('Stalls', 'Parterre'),
      rows: 'A B C D E F G H I J'
        .split(' ')
        .map((name, i) =>
          row(name, { seats: 16, y: 3 + i * 1.2, zone: zoneOfStalls(i) }, (seat) =>
            name === 'J' ? (wheelchairs[seat] ?? {}) : {},
          ),
        ),
    },
    {
      key: 'circle',
      name: both('Circle', 'Balcon'),
      rows: 'A B C D'
        .split(' ')
        .map((name, i) => row(name, { seats: 15, y: 17.5 + i * 1.2, zone: i < 2 ? '2' : '3' }, behindPillar)),
    },
  ],
};
