import type { FeedSeatPlan } from '@/lib/contract/feed';
import { type Seat, seatName } from '@/lib/contract/seat';
import { localize } from '@/lib/locale/languages';
import type { Text } from '../catalog/catalog-table';

/** A seat as reservations and tickets keep it: as it was when it was held. */
export interface StoredSeat {
  name: string;
  section: Text;
  row: string;
  number: string;
}

/** A seat of a plan, and where it is. */
export interface PlacedSeat extends StoredSeat {
  zone: string;
  x: number;
  y: number;
  /** From the middle of the stage. */
  distance: number;
  /** A place for a wheelchair, or the seat of its companion: it is given only to who asks for it. */
  reserved: boolean;
  restrictedView: boolean;
  /** The index of its block, and its place there. */
  block: number;
  place: number;
}

/** A plan, prepared for choosing seats. */
export interface SeatMap {
  id: string;
  plan: FeedSeatPlan;
  seats: ReadonlyMap<string, PlacedSeat>;
  /** Seats without an aisle between them: each is the neighbour of the next. */
  blocks: readonly (readonly PlacedSeat[])[];
}

export function seatMap({ id, plan }: { id: string; plan: FeedSeatPlan }): SeatMap {
  const blocks: PlacedSeat[][] = [];
  for (const section of plan.sections) {
    for (const row of section.rows) {
      row.seats.forEach(({ name: number, afterAisle, wheelchair, companionOf, ...seat }, i) => {
        if (i === 0 || afterAisle) blocks.push([]);
        const block = blocks.at(-1) ?? [];
        block.push({
          name: seatName(section.key, row.name, number),
          section: section.name,
          row: row.name,
          number,
          ...seat,
          distance: Math.hypot(seat.x - plan.stage.x, seat.y - plan.stage.y),
          reserved: wheelchair || companionOf !== null,
          block: blocks.length - 1,
          place: block.length,
        });
      });
    }
  }
  return { id, plan, blocks, seats: new Map(blocks.flat().map((seat) => [seat.name, seat])) };
}

/** How many seats a plan has. */
export function countSeats({ sections }: FeedSeatPlan): number {
  return sections.flatMap(({ rows }) => rows).reduce((sum, { seats }) => sum + seats.length, 0);
}

export const storedSeat = ({ name, section, row, number }: StoredSeat): StoredSeat => ({
  name,
  section,
  row,
  number,
});

/** A seat as a response; its section in the language, in English, or as the issuer calls it. */
export function seatResource({ name, section, row, number }: StoredSeat, language: string): Seat {
  return { name, section: localize(section, language, 'en'), row, number };
}
