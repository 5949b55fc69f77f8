import { z } from 'zod';

/** What every form of a draft sends beside what was typed. `thing` is the key of the part of the draft; empty: a new one. */
export const seenForm = z.object({
  catalogId: z.guid(),
  version: z.string().regex(/^\d{1,15}-\d{1,9}$/),
  thing: z.string().max(300).default(''),
  intent: z.string().max(20).default('save'),
  seen: z.string().max(20_000).default(''),
});

/** A form that removes something, which has to be confirmed. */
export const removalForm = seenForm.extend({ confirmed: z.literal('yes').optional() });

export const notConfirmed = {
  kind: 'fields',
  problems: [{ field: 'confirmed', problem: 'missing' }],
} as const;

/** The form of a place, which is named by what it was called before. */
export const placeForm = seenForm.extend({
  oldName: z.string().max(1000),
  oldAddress: z.string().max(2000),
});
