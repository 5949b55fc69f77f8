import { z } from 'zod';
import { extension } from './extension';

/** An amount of money: a decimal with two places in a string, never a number (specification §2.7). */
export const amountSchema = z
  .string()
  .regex(/^-?\d{1,12}\.\d{2}$/, 'a decimal with two places, such as "18.00"')
  .meta({ format: 'decimal' });

// Limits so that every program can store and show a moment: databases have no year 0, few programs write year 10000
// alike, and PostgreSQL reads no more than 128 characters.
function isStorable(moment: string): boolean {
  const year = new Date(moment).getUTCFullYear();
  return year >= 1 && year < 9999 && !/[+-](1[6-9]|2\d):\d\d$|\.\d{10}/.test(moment);
}

/** A calendar day, YYYY-MM-DD, of the years 1 to 9998. */
export const daySchema = z.iso.date({ abort: true }).refine(isStorable, 'a day of the years 1 to 9998');

/** A moment with its UTC offset (ISO 8601) of at most 15:59 hours, of the years 1 to 9998, to the nanosecond. */
export const instantSchema = z.iso
  .datetime({ offset: true, abort: true })
  .refine(
    isStorable,
    'a moment of the years 1 to 9998, at most 15:59 hours from UTC and nine digits of a second',
  );

/**
 * A list of at most `most` elements. A longer one is refused before its elements are read: a body of 256 KiB can
 * have a hundred thousand, each of which may be invalid.
 */
export function boundedList<Item extends z.ZodType>(
  item: Item,
  { least = 0, most }: { least?: number; most: number },
) {
  return z.preprocess((value: z.input<Item>[], context) => {
    if (!Array.isArray(value) || value.length <= most) return value;
    context.issues.push({ code: 'too_big', origin: 'array', maximum: most, inclusive: true, input: value });
    return z.NEVER;
  }, z.array(item).min(least).max(most));
}

/** A picture of an event or product; our addition to the specification. */
export const imageSchema = z
  .object({
    contentUrl: z.url({ protocol: /^https?$/, normalize: true }),
    width: z.int().positive(),
    height: z.int().positive(),
    alternative: z.string(),
  })
  .meta({ id: 'Image', ...extension('A picture.') });

export type Image = z.infer<typeof imageSchema>;

const share = z.number().min(0).max(1);

/** The point of a picture that is to stay visible where it is cut; shares of its width and height. */
export const focalPointSchema = z
  .strictObject({ x: share, y: share })
  .meta({ id: 'FocalPoint', ...extension('The point that stays visible where a picture is cut, 0 to 1.') });

/** One of several pictures of an event or a venue. */
export const galleryImageSchema = imageSchema
  .extend({
    credit: z.string().nullable().meta({ description: 'Who has to be named beside it, or null.' }),
    focalPoint: focalPointSchema.nullable(),
  })
  .meta({ id: 'GalleryImage', ...extension('One of several pictures.') });

export type GalleryImage = z.infer<typeof galleryImageSchema>;
