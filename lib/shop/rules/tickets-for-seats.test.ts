import { describe, expect, it } from 'vitest';
import { ticketsForSeats } from './tickets-for-seats';

const type = (zone: string | null, count = 0, maximum = 10) => ({ zone, count, maximum });

describe('the tickets for marked seats', () => {
  it('are of the first type of the zone', () => {
    expect(ticketsForSeats([type('1'), type('2'), type('2')], ['2', '2', '1'])).toEqual([1, 2, 0]);
  });

  it('stay what they are as far as there are seats for them', () => {
    const types = [type('1', 1), type('2', 1), type('2', 1)];
    expect(ticketsForSeats(types, ['2', '2', '2'])).toEqual([0, 2, 1]);
    expect(ticketsForSeats(types, ['1', '2', '2'])).toEqual([1, 1, 1]);
    expect(ticketsForSeats(types, ['2'])).toEqual([0, 1, 0]);
  });

  it('are for any seat where the zone has none of its own, and where they are chosen', () => {
    expect(ticketsForSeats([type(null), type('1')], ['2', '1'])).toEqual([1, 1]);
    expect(ticketsForSeats([type('1'), type(null, 1)], ['1', '1'])).toEqual([1, 1]);
    expect(ticketsForSeats([type('1'), type(null, 1)], ['1', '2'])).toEqual([1, 1]);
  });

  it('go on with the next type where one has too few', () => {
    expect(ticketsForSeats([type('1', 0, 1), type('1')], ['1', '1', '1'])).toEqual([1, 2]);
  });

  it('are not to be had for a zone without tickets, or for too many seats', () => {
    expect(ticketsForSeats([type('1')], ['2'])).toBeNull();
    expect(ticketsForSeats([type('1', 0, 2)], ['1', '1', '1'])).toBeNull();
  });

  it('are none without seats', () => {
    expect(ticketsForSeats([type('1', 3), type(null, 2)], [])).toEqual([0, 0]);
  });
});
