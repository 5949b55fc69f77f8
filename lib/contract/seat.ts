import { z } from 'zod';
import { extension } from './extension';
import { idSchema, iriOf, iriSchema } from './iri';
import { boundedList } from './values';

/** The most seats of a plan. */
export const maximumSeats = 20_000;

/** A name of a seat as requests and answers have it, such as `stalls/F/12`: section, row and number. */
export const seatNameSchema = z
  .string()
  .max(100)
  .regex(/^[^\s/]+\/[^\s/]+\/[^\s/]+$/, 'section/row/number');

export function seatName(section: string, row: string, number: string): string {
  return `${section}/${row}/${number}`;
}

/** A seat as tickets have it. */
export const seatSchema = z
  .object({
    name: z.string().meta({ description: 'What requests call it: `stalls/F/12`.' }),
    section: z.string().meta({ description: 'As people read it, in one of their languages.' }),
    row: z.string(),
    number: z.string(),
  })
  .meta({ id: 'Seat', ...extension('A numbered seat.') });

export const planSeatSchema = z
  .object({
    name: z.string(),
    number: z.string(),
    x: z.number(),
    y: z.number(),
    zone: z.string().meta({ description: 'The key of its zone.' }),
    wheelchair: z.boolean().meta({ description: 'A place for a wheelchair, given only to who asks for it.' }),
    companionOf: z
      .string()
      .nullable()
      .meta({ description: 'The name of the wheelchair’s place to which it belongs; or null.' }),
    restrictedView: z.boolean(),
    afterAisle: z.boolean().meta({ description: 'An aisle is between it and the seat before it.' }),
  })
  .meta({ id: 'SeatPlanSeat', ...extension('A seat on a plan.') });

const planRowSchema = z
  .object({ name: z.string(), seats: z.array(planSeatSchema) })
  .meta({ id: 'SeatPlanRow', ...extension('A row of seats: neighbours follow each other.') });

const planSectionSchema = z
  .object({ key: z.string(), name: z.string(), rows: z.array(planRowSchema) })
  .meta({ id: 'SeatPlanSection', ...extension('A part of the house: its rows, from the stage.') });

const planZoneSchema = z
  .object({ key: z.string(), name: z.string() })
  .meta({ id: 'SeatPlanZone', ...extension('Seats of one price.') });

const planStageSchema = z
  .object({ x: z.number(), y: z.number() })
  .meta({ id: 'SeatPlanStage', ...extension('The middle of the edge of the stage.') });

/** The plan of a house; a plan that changes gets another identifier. */
export const seatPlanSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('SeatPlan'),
  id: idSchema,
  name: z.string(),
  stage: planStageSchema,
  zones: z.array(planZoneSchema),
  sections: z.array(planSectionSchema),
});

/** Which seats of a session are taken, held or sold: all others of its plan are free. */
export const sessionSeatsSchema = z.object({
  '@id': z.string().meta({ format: 'uri-reference' }),
  '@type': z.literal('TicketingSessionSeats'),
  seatPlan: iriOf('SeatPlan'),
  taken: z.array(z.string()).meta({ description: 'The names of the seats that are held or sold.' }),
});

/** The seats that an item asks for, one for each unit; without it the best ones are given. */
export const askedSeatsSchema = boundedList(seatNameSchema, { least: 1, most: 50 });

/** The seats of a plan in its order. */
export const seatsOfPlan = ({ sections }: Pick<SeatPlan, 'sections'>): PlanSeat[] =>
  sections.flatMap(({ rows }) => rows.flatMap(({ seats }) => seats));

export type Seat = z.infer<typeof seatSchema>;
export type PlanSeat = z.infer<typeof planSeatSchema>;
export type SeatPlan = z.infer<typeof seatPlanSchema>;
export type SessionSeats = z.infer<typeof sessionSeatsSchema>;
