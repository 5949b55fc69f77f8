import type { Entry } from '../../shop/flows/waiting-room/waiting-rooms';
import type { Room } from '../../shop/rules/room';

/** What a visitor of a room is told. */
export type WaitingState =
  /** The sale has not opened. */
  | { readonly kind: 'before_opening' }
  | { readonly kind: 'waiting'; readonly ahead: number; readonly estimatedSeconds: number | null }
  /** Nothing is left at present. Places stay, because held tickets may come back. */
  | { readonly kind: 'sold_out' }
  | { readonly kind: 'admitted'; readonly until: Date }
  /** The time to choose is over. */
  | { readonly kind: 'lapsed' }
  /** Another browser has used the place. */
  | { readonly kind: 'used' }
  /** The visitor has no place. */
  | { readonly kind: 'none' }
  /** No place, and visitors of the same network have taken as many as they may; `seconds`: for how long. */
  | { readonly kind: 'limited'; readonly seconds: number };

/** Whether the visitor has no place any more with which to wait or to choose. */
export function needsPlace({ kind }: WaitingState): boolean {
  return kind === 'none' || kind === 'lapsed' || kind === 'used';
}

/** The state of a visitor who is not admitted. */
export function waitingState(
  room: Room,
  entry: Exclude<Entry, { kind: 'admitted' | 'holder' }>,
): WaitingState {
  if (room.isSoldOut) return { kind: 'sold_out' };
  if (entry.kind !== 'waiting') return { kind: entry.kind };
  const perMinute = room.achievedPerMinute ?? room.perMinute;
  const estimated = Math.ceil(((entry.ahead + 1) * 60) / perMinute);
  return { kind: 'waiting', ahead: entry.ahead, estimatedSeconds: room.isPaused ? null : estimated };
}

/**
 * How often all waiting visitors together look. On a busy machine a look takes about a millisecond, so the looks take a
 * sixth of one process's time, and the rest is for those who buy.
 */
const looksPerSecond = 150;
/** How often they look right after the opening, when nobody buys yet. */
const looksPerSecondAtOpening = 500;
const shortestSeconds = 3;
const longestSeconds = 60;
const pausedSeconds = 10;

/** A whole number from `least` to one and a half times as much, because all would come back at once otherwise. */
const spread = (least: number, random: number) => Math.ceil(least) + Math.floor(random * (least / 2 + 1));

/**
 * After how many seconds the page looks again: longer for visitors further back. Null: it does not look again.
 * `random` is from 0 to 1.
 */
export function lookAgainAfter(state: WaitingState, room: Room, random: number): number | null {
  switch (state.kind) {
    case 'before_opening': {
      const crowd = shortestSeconds + room.lastNumber / looksPerSecondAtOpening;
      const untilOpening = Math.max(0, room.opensIn) + 1 + Math.floor(random * crowd);
      return Math.ceil(Math.min(untilOpening, spread(longestSeconds, random)));
    }
    case 'waiting': {
      const least = Math.min(longestSeconds, Math.max(shortestSeconds, state.ahead / looksPerSecond));
      return spread(room.isPaused ? Math.max(least, pausedSeconds) : least, random);
    }
    case 'sold_out':
      return spread(longestSeconds / 2, random);
    case 'admitted':
    case 'lapsed':
    case 'used':
    case 'none':
    case 'limited':
      return null;
  }
}
