import { describe, expect, it } from 'vitest';
import { assignSeats } from './assign-seats';

const seats = (zone: string, ...numbers: number[]) =>
  numbers.map((number) => ({ name: `stalls/${zone}/${number}`, zone }));
const adults = { offerId: 'adults', quantity: 2, zone: '1' };
const children = { offerId: 'children', quantity: 1, zone: '1' };
const anywhere = { offerId: 'anywhere', quantity: 1, zone: null };

describe('chosen seats', () => {
  it('are given to the tickets of their zone, in their order', () => {
    expect(assignSeats(seats('1', 4, 5, 6), [adults, children])).toEqual(
      new Map([
        ['adults', ['stalls/1/4', 'stalls/1/5']],
        ['children', ['stalls/1/6']],
      ]),
    );
  });

  it('are given to tickets for any zone only when those for a zone have theirs', () => {
    const chosen = [...seats('1', 4, 5), ...seats('2', 1)];
    expect(assignSeats(chosen, [anywhere, adults])?.get('anywhere')).toEqual(['stalls/2/1']);
  });

  it.each([
    ['too few', seats('1', 4), [adults]],
    ['too many', seats('1', 4, 5, 6), [adults]],
    ['of another zone', [...seats('1', 4), ...seats('2', 5)], [adults]],
    ['none', [], [anywhere]],
  ])('are refused when there are %s', (_name, chosen, offers) => {
    expect(assignSeats(chosen, offers)).toBeNull();
  });
});
