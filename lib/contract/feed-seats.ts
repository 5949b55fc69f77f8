import { z } from 'zod';
import { boundedList } from './values';

/** A part of the name of a seat: letters, digits, dots and dashes of any language. */
const part = z.string().regex(/^[\p{L}\p{N}.-]{1,20}$/u, 'at most 20 letters, digits, dots and dashes');
const coordinate = z.number().min(-100_000).max(100_000);

const feedSeat = z.strictObject({
  /** As it is printed: 12. */
  name: part,
  /** Where it is drawn. The distance between neighbours is 1 in most plans. */
  x: coordinate,
  y: coordinate,
  /** The key of its zone. */
  zone: part,
  /** A place for a wheelchair: it is given only to who asks for it by name. */
  wheelchair: z.boolean().default(false),
  /** The name of the wheelchair's place in the same row whose companion sits here. */
  companionOf: part.nullable().default(null),
  restrictedView: z.boolean().default(false),
  /** An aisle is between it and the seat before it in the list. */
  afterAisle: z.boolean().default(false),
});

/** The plan of a house. `text`: a name by language. */
export const feedSeatPlanOf = <Key extends z.ZodType, Text extends z.ZodType>(key: Key, text: Text) =>
  z.strictObject({
    key,
    name: text,
    /** The middle of the edge of the stage: the best seats are the nearest ones. */
    stage: z.strictObject({ x: coordinate, y: coordinate }),
    /** Seats of one price each: a ticket of a product names the zone that it is valid for. */
    zones: boundedList(z.strictObject({ key: part, name: text }), { least: 1, most: 50 }),
    /** The parts of the house, with rows from the stage, and seats in their order: neighbours follow each other. */
    sections: boundedList(
      z.strictObject({
        key: part,
        name: text,
        rows: boundedList(
          z.strictObject({ name: part, seats: boundedList(feedSeat, { least: 1, most: 500 }) }),
          {
            least: 1,
            most: 500,
          },
        ),
      }),
      { least: 1, most: 100 },
    ),
  });
