import { expect, it } from 'vitest';
import type { Room } from '@/lib/shop/rules/room';
import { lookAgainAfter, waitingState } from './waiting-state';

const room: Room = {
  id: 1,
  scope: { kind: 'shop' },
  openedBy: 'staff',
  opensAt: new Date(),
  timezone: 'UTC',
  opensIn: 0,
  isPaused: false,
  isSoldOut: false,
  lastNumber: 10_000,
  drawn: 0,
  seed: null,
  admitted: 0,
  lapsed: 0,
  perMinute: 120,
  achievedPerMinute: null,
  leastPerMinute: 60,
  mostPerMinute: 600,
  mostActive: 100,
  isDue: false,
};
const waiting = (ahead: number) => waitingState(room, { kind: 'waiting', place: ahead + 1, ahead });
const seconds = Array.from({ length: 1_000 }, (_, index) => index / 1_000);
const range = (ahead: number) => {
  const all = seconds.map((random) => lookAgainAfter(waiting(ahead), room, random) ?? 0);
  return [Math.min(...all), Math.max(...all)];
};

it('visitors further back look again later, and not all in the same second', () => {
  expect(range(0)).toEqual([3, 5]);
  expect(range(3_000)).toEqual([20, 30]);
  expect(range(100_000)).toEqual([60, 90]);
});

it('those who wait for the opening come back soon after it', () => {
  const after = (opensIn: number) =>
    seconds.map((random) => lookAgainAfter({ kind: 'before_opening' }, { ...room, opensIn }, random) ?? 0);
  expect([Math.min(...after(20)), Math.max(...after(20))]).toEqual([21, 43]);
  expect(Math.min(...after(3_600))).toBe(60);
  expect(Math.max(...after(3_600))).toBe(90);
  expect(Math.min(...after(-5))).toBe(1);
});

it('the estimate is by the rate that was achieved, or that is permitted if nothing is known; there is none while the room is paused', () => {
  expect(waiting(239)).toMatchObject({ estimatedSeconds: 120 });
  const slower = { ...room, achievedPerMinute: 30 };
  expect(waitingState(slower, { kind: 'waiting', place: 60, ahead: 59 })).toMatchObject({
    estimatedSeconds: 120,
  });
  const paused = { ...room, isPaused: true };
  expect(waitingState(paused, { kind: 'waiting', place: 1, ahead: 0 })).toMatchObject({
    estimatedSeconds: null,
  });
});
