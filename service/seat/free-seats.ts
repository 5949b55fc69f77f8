import type { PlacedSeat, SeatMap } from './seat-plan';

/** The free seats of a session, while requests choose among them one after the other. */
export interface FreeSeats {
  isFree(name: string): boolean;
  take(names: readonly string[]): void;
  giveBack(names: readonly string[]): void;
  /** The best free seats of a zone (null: of any). Null: there are fewer. */
  best(zone: string | null, quantity: number): string[] | null;
  /** How many of a zone `best` can choose from. */
  left(zone: string | null): number;
  /** The free seat of the same zone and kind that is nearest to a seat, without those that are `asked`. */
  nearest(name: string, asked: ReadonlySet<string>): PlacedSeat | null;
}

/** Neighbouring seats for all units of a request; the smaller, the better, in the order of the members. */
interface Choice {
  /** How many have a restricted view. */
  restricted: number;
  /** How many free seats without a free neighbour it leaves. */
  singles: number;
  /** The sum of the distances from the middle of the stage. */
  distance: number;
  seats: readonly PlacedSeat[];
}

/** Which seats are taken, and the best choice of each block for what was asked for. */
interface Occupancy {
  blocks: SeatMap['blocks'];
  isOpen(seat: PlacedSeat): boolean;
  mark(names: Iterable<string>, isTaken: boolean): void;
  /** The best of a block; kept until a seat of the block is taken or given back, because many ask for the same at once. */
  bestOfBlock(index: number, zone: string | null, quantity: number): Choice | null;
}

/**
 * The seats of a plan that are not taken. The best ones are neighbours, with a free view, leave no single seat over, and are
 * near the middle of the stage; of equal ones the first of the plan. If no block has as many, they are as few pieces as
 * possible.
 */
export function freeSeats(map: SeatMap, takenNames: Iterable<string>): FreeSeats {
  const { seats, blocks } = map;
  const occupancy = occupied(map);
  occupancy.mark(takenNames, true);
  return {
    isFree: (name) => {
      const seat = seats.get(name);
      return seat !== undefined && occupancy.isOpen(seat);
    },
    take: (names) => occupancy.mark(names, true),
    giveBack: (names) => occupancy.mark(names, false),
    best: (zone, quantity) => inPieces(occupancy, zone, quantity)?.map(({ name }) => name) ?? null,
    left: (zone) => blocks.flat().filter(isOffered(occupancy, zone)).length,
    nearest: (name, asked) => {
      const seat = seats.get(name);
      if (seat === undefined) return null;
      let best: PlacedSeat | null = null;
      for (const one of seats.values()) {
        const isLike = one.zone === seat.zone && one.reserved === seat.reserved;
        if (!isLike || !occupancy.isOpen(one) || asked.has(one.name)) continue;
        if (best === null || isNearer(one, best, seat)) best = one;
      }
      return best;
    },
  };
}

function occupied({ seats, blocks }: SeatMap): Occupancy {
  const taken = blocks.map((block) => new Uint8Array(block.length));
  const versions = new Uint32Array(blocks.length);
  const kept = new Map<string, ({ version: number; choice: Choice | null } | undefined)[]>();
  const occupancy: Occupancy = {
    blocks,
    isOpen: (seat) => taken[seat.block]?.[seat.place] === 0,
    mark: (names, isTaken) => {
      for (const name of names) {
        const seat = seats.get(name);
        const ofBlock = seat === undefined ? undefined : taken[seat.block];
        // A seat that is not on the plan can't be chosen anyway.
        if (seat === undefined || ofBlock === undefined) continue;
        ofBlock[seat.place] = isTaken ? 1 : 0;
        versions[seat.block] = (versions[seat.block] ?? 0) + 1;
      }
    },
    bestOfBlock: (index, zone, quantity) => {
      const block = blocks[index] ?? [];
      if (block.length < quantity) return null;
      const key = `${quantity} ${zone ?? ''}`;
      const ofBlocks = kept.get(key) ?? [];
      kept.set(key, ofBlocks);
      const version = versions[index] ?? 0;
      const known = ofBlocks[index];
      if (known?.version === version) return known.choice;
      const choice = bestOf(runsOf(block, isOffered(occupancy, zone)), quantity);
      ofBlocks[index] = { version, choice };
      return choice;
    },
  };
  return occupancy;
}

const isOffered = (occupancy: Occupancy, zone: string | null) => (seat: PlacedSeat) =>
  !seat.reserved && (zone === null || seat.zone === zone) && occupancy.isOpen(seat);

function bestTogether(occupancy: Occupancy, zone: string | null, quantity: number): Choice | null {
  let best: Choice | null = null;
  for (const index of occupancy.blocks.keys()) {
    const choice = occupancy.bestOfBlock(index, zone, quantity);
    if (choice !== null && (best === null || isBetter(choice, best))) best = choice;
  }
  return best;
}

/** Seats together; else the longest piece that is free, and the others as near to each other as possible. */
function inPieces(occupancy: Occupancy, zone: string | null, quantity: number): PlacedSeat[] | null {
  const together = bestTogether(occupancy, zone, quantity);
  if (together !== null) return [...together.seats];
  const runs = occupancy.blocks.flatMap((block) => runsOf(block, isOffered(occupancy, zone)));
  const longest = runs.reduce<readonly PlacedSeat[]>(
    (one, other) => (isLonger(other, one) ? other : one),
    [],
  );
  if (longest.length === 0) return null;
  const names = longest.map(({ name }) => name);
  occupancy.mark(names, true);
  const others = inPieces(occupancy, zone, quantity - longest.length);
  occupancy.mark(names, false);
  return others === null ? null : [...longest, ...others];
}

const isNearer = (one: PlacedSeat, other: PlacedSeat, { x, y }: PlacedSeat) =>
  Math.hypot(one.x - x, one.y - y) < Math.hypot(other.x - x, other.y - y);

/** Free seats that follow each other in a block. */
function runsOf(block: readonly PlacedSeat[], isFree: (seat: PlacedSeat) => boolean): PlacedSeat[][] {
  const runs: PlacedSeat[][] = [];
  let isRunning = false;
  for (const seat of block) {
    if (!isFree(seat)) isRunning = false;
    else if (isRunning) runs.at(-1)?.push(seat);
    else {
      runs.push([seat]);
      isRunning = true;
    }
  }
  return runs;
}

function bestOf(runs: readonly (readonly PlacedSeat[])[], quantity: number): Choice | null {
  let best: Choice | null = null;
  for (const run of runs) {
    for (let from = 0; from + quantity <= run.length; from += 1) {
      const seats = run.slice(from, from + quantity);
      const choice = {
        restricted: seats.filter(({ restrictedView }) => restrictedView).length,
        singles: [from, run.length - from - quantity].filter((over) => over === 1).length,
        distance: sumOf(seats),
        seats,
      };
      if (best === null || isBetter(choice, best)) best = choice;
    }
  }
  return best;
}

const sumOf = (seats: readonly PlacedSeat[]) => seats.reduce((sum, { distance }) => sum + distance, 0);

// Distances that differ by less are equal: sums of the left and the right side are rounded differently.
const nothing = 1e-6;

function isBetter(one: Choice, other: Choice): boolean {
  if (one.restricted !== other.restricted) return one.restricted < other.restricted;
  if (one.singles !== other.singles) return one.singles < other.singles;
  return one.distance < other.distance - nothing;
}

function isLonger(one: readonly PlacedSeat[], other: readonly PlacedSeat[]): boolean {
  if (one.length !== other.length) return one.length > other.length;
  return sumOf(one) < sumOf(other) - nothing;
}
