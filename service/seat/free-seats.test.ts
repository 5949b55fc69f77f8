import { describe, expect, it } from 'vitest';
import { feedSchema } from '@/lib/contract/feed';
import { seatRow, smallPlan, theatreFeed } from '@/testing/ticketing-service/theatre';
import { freeSeats } from './free-seats';
import { seatMap } from './seat-plan';

type Plan = ReturnType<typeof smallPlan>;
type Rows = Plan['sections'][number]['rows'];

function hall(rows: Rows, taken: readonly string[] = []) {
  const plan = smallPlan({ sections: [{ key: 's', name: { en: 'S' }, rows }] });
  const [parsed] = feedSchema.parse(theatreFeed(plan)).seatPlans;
  if (parsed === undefined) throw new Error('the feed has no plan');
  return freeSeats(seatMap({ id: 'plan', plan: parsed }), taken);
}

const names = (row: string, ...numbers: number[]) => numbers.map((number) => `s/${row}/${number}`);

describe('the best free seats', () => {
  it('are in the middle of the first row', () => {
    expect(hall([seatRow('A', 10, 2), seatRow('B', 10, 3)]).best('1', 2)).toEqual(names('A', 5, 6));
  });

  it('are the first of the plan among equal ones', () => {
    expect(hall([seatRow('A', 9, 2)]).best('1', 2)).toEqual(names('A', 4, 5));
  });

  it('are in the middle of a row behind before the end of a row in front', () => {
    const taken = names('A', 3, 4, 5, 6, 7, 8);
    expect(hall([seatRow('A', 10, 2), seatRow('B', 10, 3)], taken).best('1', 2)).toEqual(names('B', 5, 6));
  });

  it('leave no single seat over if others fit', () => {
    // 5 and 6 are the nearest, but 4 or 7 would be alone.
    expect(hall([seatRow('A', 10, 2)], names('A', 1, 2, 3, 8, 9, 10)).best('1', 3)).toEqual(
      names('A', 4, 5, 6),
    );
    expect(hall([seatRow('A', 5, 2)], []).best('1', 2)).toEqual(names('A', 1, 2));
  });

  it('leave a single one if nothing else fits', () => {
    expect(hall([seatRow('A', 3, 2)]).best('1', 2)).toEqual(names('A', 1, 2));
  });

  it('are not divided by an aisle', () => {
    const row = seatRow('A', 6, 2);
    const seats = row.seats.map((seat, i) => (i === 3 ? { ...seat, afterAisle: true } : seat));
    expect(hall([{ ...row, seats }]).best('1', 2)).toEqual(names('A', 2, 3));
  });

  it('have a free view before they are near', () => {
    const front = seatRow('A', 6, 2);
    const seats = front.seats.map((seat) => ({ ...seat, restrictedView: true }));
    const hidden = hall([{ ...front, seats }, seatRow('Z', 6, 20)]);
    expect(hidden.best('1', 2)).toEqual(names('Z', 3, 4));
    hidden.take(names('Z', 1, 2, 3, 4, 5, 6));
    expect(hidden.best('1', 2)).toEqual(names('A', 3, 4));
  });

  it('are of the zone that is asked for, or of any', () => {
    const both = [seatRow('A', 6, 2, '2'), seatRow('B', 6, 3)];
    expect(hall(both).best('1', 2)).toEqual(names('B', 3, 4));
    expect(hall(both).best(null, 2)).toEqual(names('A', 3, 4));
  });

  it('never are a place for a wheelchair or its companion', () => {
    const row = {
      name: 'W',
      seats: [
        { name: '1', x: 0, y: 1, zone: '1', wheelchair: true },
        { name: '2', x: 1, y: 1, zone: '1', companionOf: '1' },
      ],
    };
    expect(hall([row]).best('1', 1)).toBeNull();
    expect(hall([row]).left('1')).toBe(0);
  });

  it('are as few pieces as possible when no block has as many', () => {
    const rows = [seatRow('A', 3, 2), seatRow('B', 4, 3), seatRow('C', 2, 4)];
    expect(hall(rows).best('1', 7)).toEqual([...names('B', 1, 2, 3, 4), ...names('A', 1, 2, 3)]);
    expect(hall(rows).best('1', 9)).toHaveLength(9);
    expect(hall(rows).best('1', 10)).toBeNull();
  });

  it('are others when they were taken, and the same when they were given back', () => {
    const seats = hall([seatRow('A', 10, 2), seatRow('B', 10, 3)]);
    const best = seats.best('1', 2) ?? [];
    seats.take(best);
    expect(seats.best('1', 2)).not.toEqual(best);
    seats.giveBack(best);
    expect(seats.best('1', 2)).toEqual(best);
  });
});

describe('the nearest free seat', () => {
  it('is of the same zone, and none that was asked for', () => {
    const seats = hall([seatRow('A', 4, 2, '2'), seatRow('B', 4, 3)], names('B', 2));
    expect(seats.nearest('s/B/2', new Set(names('B', 1, 2)))?.name).toBe('s/B/3');
    seats.take(names('B', 1, 3, 4));
    expect(seats.nearest('s/B/2', new Set())).toBeNull();
  });

  it('is a place for a wheelchair only instead of one', () => {
    const row = {
      name: 'W',
      seats: [
        { name: '1', x: 0, y: 2.1, zone: '1', wheelchair: true },
        { name: '2', x: 9, y: 2.1, zone: '1', wheelchair: true },
      ],
    };
    const seats = hall([seatRow('A', 3, 2), row], ['s/A/2', 's/W/1']);
    expect(seats.nearest('s/A/2', new Set())?.name).toBe('s/A/1');
    expect(seats.nearest('s/W/1', new Set())?.name).toBe('s/W/2');
  });
});
