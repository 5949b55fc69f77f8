import { z } from 'zod';
import type { Feed } from '@/lib/contract/feed';
import { addresses } from '@/lib/contract/iri';
import { type BenchOffer, customer, dayAfter, holdBody, namedOffers } from '../tools/catalogue';
import type { BenchEnvironment, Service } from '../tools/environment';
import { runTask } from '../tools/programs';
import { type Line, median, type Result } from '../tools/report';
import { queryRow } from '../tools/sql';
import { brokenCounters } from './counters';
import type { BuyersReport, BuyersTask } from './flash-sale';
import { inRounds } from './holds';

const rows = 100;
const seatsOfRow = 50;
const connections = 200;
const together = 2;
const buyers = (rows * seatsOfRow) / together;

/**
 * P24: 2,500 buyers, 200 at a time, who hold and order the best two of 5,000 numbered seats until none is left; beside it
 * the same with as many places that are not numbered.
 */
export async function seats(bench: BenchEnvironment): Promise<Result> {
  const rounds = await inRounds(bench, async () => {
    const database = await bench.newDatabase();
    const service = await bench.startService(database);
    await bench.call(service, 'POST', addresses.feeds(), JSON.stringify(houseFeed()));
    const [warm, numbered, free] = await namedOffers(database, ['warm', 'numbered', 'free']);
    if (warm === undefined || numbered === undefined || free === undefined)
      throw new Error('the house was not imported');
    // For compiled code and open connections.
    await sell(bench, service, warm);
    const round = {
      free: await sell(bench, service, free),
      numbered: await sell(bench, service, numbered),
      taken: await differentSeats(database, numbered),
      broken: await brokenCounters('P24', database),
    };
    await service.stop();
    return round;
  });
  const rate = (of: 'free' | 'numbered') => median(rounds.map((round) => buyers / round[of].seconds));
  const p99 = (of: 'free' | 'numbered') => median(rounds.map((round) => round[of].p99));
  const sold = Math.min(...rounds.map((round) => round.numbered.ordered.length));
  const lines: Line[] = [
    {
      goal: 'P24',
      what: `purchases of the best ${together} of ${rows * seatsOfRow} numbered seats, ${connections} buyers at once`,
      measured: rate('numbered'),
      unit: 'purchases/s',
      p99: p99('numbered'),
      limit: { what: 'the same with places that are not numbered', value: rate('free') },
      wanted: { is: '≥', value: 0.5 },
    },
    {
      goal: 'P24',
      what: 'buyers who got seats',
      measured: sold,
      unit: '',
      wanted: { is: '=', value: buyers },
    },
    {
      goal: 'P24',
      what: 'different seats on their tickets',
      measured: Math.min(...rounds.map(({ taken }) => taken)),
      unit: '',
      wanted: { is: '=', value: rows * seatsOfRow },
    },
    ...rounds.slice(-1).map(({ broken }) => broken),
  ];
  return { lines, notes: [] };
}

async function sell(bench: BenchEnvironment, service: Service, offer: BenchOffer): Promise<BuyersReport> {
  const task: BuyersTask = {
    processes: [{ url: service.url, caFile: service.caFile }],
    token: bench.token,
    buyers,
    connections,
    holds: [holdBody(offer, together)],
    customer,
  };
  return (await runTask(new URL('buyers.ts', import.meta.url), bench.folder, task)) as BuyersReport;
}

/** How many different seats the sold tickets have; 0 if a ticket has none. */
async function differentSeats(database: string, { chosen }: BenchOffer): Promise<number> {
  const { seats: different } = await queryRow(
    database,
    z.object({ seats: z.coerce.number() }),
    `select case when bool_and(seat is not null) then count(distinct seat ->> 'name') else 0 end as seats
     from ticketing.item_ticket where session_id = '${chosen[0]?.sessionId ?? ''}'`,
  );
  return different;
}

function houseFeed(): Feed {
  const day = dayAfter(7);
  const name = { en: 'House', fr: 'Salle' };
  const session = { key: day, occursAt: `${day}T20:00:00Z`, capacity: rows * seatsOfRow };
  return {
    format: 'ticketing-feed/1',
    catalog: { key: 'house', name, language: 'en', timezone: 'UTC', issuer: { name: 'House' } },
    seatPlans: [
      {
        key: 'house',
        name,
        stage: { x: 0, y: 0 },
        zones: [{ key: '1', name }],
        sections: [
          {
            key: 'stalls',
            name,
            rows: Array.from({ length: rows }, (_, y) => ({
              name: String(y + 1),
              seats: Array.from({ length: seatsOfRow }, (_seat, x) => ({
                name: String(x + 1),
                x: x - (seatsOfRow - 1) / 2,
                y: y + 2,
                zone: '1',
              })),
            })),
          },
        ],
      },
    ],
    events: [
      { key: 'numbered', name, sessions: [{ ...session, seatPlan: 'house' }] },
      { key: 'free', name, sessions: [session] },
      { key: 'warm', name, sessions: [session] },
    ],
    products: ['numbered', 'free', 'warm'].map((key) => ({
      key,
      name,
      tickets: [{ key, name, event: key, dateAccess: false, zone: key === 'numbered' ? '1' : null }],
      offers: [{ date: day, price: '36.00', capacity: null }],
    })),
  };
}
