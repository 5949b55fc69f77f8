import { z } from 'zod';

/** An amount of money: a decimal with two places in a string, never a number (specification §2.7). */
export const amountSchema = z
  .string()
  .regex(/^-?\d{1,12}\.\d{2}$/, 'a decimal with two places, such as "18.00"')
  .meta({ format: 'decimal' });

/** A calendar day, YYYY-MM-DD. */
export const daySchema = z.iso.date();

/** A moment with its UTC offset (ISO 8601). */
export const instantSchema = z.iso.datetime({ offset: true });

/** A picture of an event or product; our addition to the specification. */
export const imageSchema = z.object({
  contentUrl: z.url(),
  width: z.int().positive(),
  height: z.int().positive(),
  alternative: z.string(),
});

export type Image = z.infer<typeof imageSchema>;
