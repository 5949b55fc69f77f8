import { z } from 'zod';

/** What moves money in a shift. `in`, `out`: cash that was put into the till, or taken out of it, for another reason. */
export const shiftKinds = ['sale', 'refund', 'in', 'out'] as const;
export type ShiftKind = (typeof shiftKinds)[number];

/** Where the money of a shift is: in the till, or at the card terminal. */
export const shiftMethods = ['cash', 'terminal'] as const;
export type ShiftMethod = (typeof shiftMethods)[number];

/** What the entries of one kind and method add up to; an amount below 0 left the till. */
export const shiftFigureSchema = z.object({
  kind: z.enum(shiftKinds),
  method: z.enum(shiftMethods),
  count: z.int(),
  amount: z.string(),
});
export type ShiftFigure = z.output<typeof shiftFigureSchema>;
