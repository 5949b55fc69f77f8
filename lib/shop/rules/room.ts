import { z } from 'zod';
import { parseScope, type Scope } from './scope';

const rowSchema = z.object({
  id: z.int(),
  scope: z.string(),
  openedBy: z.enum(['staff', 'demand']),
  opensAt: z.date(),
  timezone: z.string(),
  /** Seconds until the opening; zero or less: it was. */
  opensIn: z.number(),
  isPaused: z.boolean(),
  isSoldOut: z.boolean(),
  lastNumber: z.int(),
  drawn: z.int().nullable(),
  seed: z.string().nullable(),
  admitted: z.int(),
  lapsed: z.int(),
  /** How many visitors may be let in each minute at present. */
  perMinute: z.int(),
  /** How many were let in each minute lately, while others waited; null: it is not known yet. */
  achievedPerMinute: z.number().nullable(),
  leastPerMinute: z.int(),
  mostPerMinute: z.int(),
  mostActive: z.int(),
  /** It is time to move the counters. */
  isDue: z.boolean(),
});

/** A room that is not closed, as the database has it. */
export const roomSchema = rowSchema.transform(({ scope, ...room }) => ({
  ...room,
  scope: parseScope(scope),
}));
export type Room = z.output<typeof roomSchema>;

/** How a room treats a number. Places count from 1. */
export type Standing =
  /** Before the opening: there are no places yet. */
  | { readonly kind: 'before_opening' }
  /** `ahead`: how many are admitted first. */
  | { readonly kind: 'waiting'; readonly place: number; readonly ahead: number }
  | { readonly kind: 'admitted'; readonly place: number }
  /** The time to choose is over. */
  | { readonly kind: 'lapsed' };

/** `places`: what the draw gave to the numbers from before the opening. */
export function standingOf(room: Room, places: Uint32Array, number: number): Standing {
  if (room.drawn === null) return { kind: 'before_opening' };
  const place = number <= room.drawn ? places[number - 1] : number;
  if (place === undefined) throw new Error(`number ${number} of room ${room.id} took no part in the draw`);
  if (place > room.admitted) return { kind: 'waiting', place, ahead: place - room.admitted - 1 };
  return place > room.lapsed ? { kind: 'admitted', place } : { kind: 'lapsed' };
}

/** The room with the narrowest scope that the product belongs to; null if there is none. */
export function narrowest(rooms: readonly Room[], isCovered: (scope: Scope) => boolean): Room | null {
  const kinds = ['product', 'catalog', 'shop'] as const;
  const order = (room: Room) => kinds.indexOf(room.scope.kind);
  return rooms.filter(({ scope }) => isCovered(scope)).sort((a, b) => order(a) - order(b))[0] ?? null;
}
