import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@/lib/client/client';
import { type AdmissionList, admissionListSchema } from '@/lib/contract/admission';
import type { Feed } from '@/lib/contract/feed';
import { paths } from '@/lib/locale/paths';
import type { DoorRequest, DoorResponse } from '@/lib/storefront/staff/door/door-requests';
import { demoPeople } from '../../demo/identity/people';
import { customer, dayAfter } from '../tools/catalogue';
import type { BenchEnvironment } from '../tools/environment';
import { percentiles } from '../tools/pgbench';
import type { Line, Result } from '../tools/report';
import { type Browser, openBrowser } from '../soak/browser';
import { importFeed } from '../soak/integrators';
import type { Soak } from '../soak/soak';
import { signIn } from '../soak/staff';
import { openShop } from './open-shop';

const day = dayAfter(2);
const ticketsEach = 50;
const tickets = 20_000;
const reservationsAtOnce = 20;
/** 300 a minute on one device. */
const scansEach = 300;
const everyMilliseconds = 200;
const goalMilliseconds = 150;
const listGoalMilliseconds = 2_000;

/** One session without a limit, and one free product for it. */
function programme(): Feed {
  const name = { en: 'Arena' };
  return {
    format: 'ticketing-feed/1',
    catalog: { key: 'arena', name, language: 'en', timezone: 'Europe/Paris', issuer: { name: 'Bench' } },
    events: [
      { key: 'arena', name, sessions: [{ key: day, occursAt: `${day}T20:00:00+01:00`, capacity: null }] },
    ],
    products: [
      {
        key: 'seat',
        name,
        tickets: [{ key: 'seat', name: { en: 'Seat' }, event: 'arena', dateAccess: false }],
        offers: [{ date: day, price: '0.00', capacity: null }],
      },
    ],
  };
}

type Client = ReturnType<typeof createClient>;
const call = { language: 'en' };

/** Orders 20,000 tickets for the session; resolves to the paths of all tickets. */
async function sell(client: Client): Promise<string[]> {
  const { members } = await client.listCatalogs(call);
  const catalog = members.find(({ name }) => name === 'Arena');
  if (catalog === undefined) throw new Error('the catalogue was not imported');
  const listed = await client.listOffers(catalog.id, { from: day }, call);
  const offer = listed.kind === 'found' ? listed.value.members[0] : undefined;
  if (offer === undefined) throw new Error('there is no offer');
  const read = await client.listTickets(catalog.id, offer.id, call);
  const ticket = read.kind === 'found' ? read.value.members[0] : undefined;
  const session = ticket?.sessions[0]?.['@id'];
  if (ticket === undefined || session === undefined) throw new Error('there is no session');
  const item = {
    quantity: ticketsEach,
    offer: offer['@id'],
    ticketSessions: [{ ticket: ticket['@id'], session }],
  };
  const sold: string[] = [];
  while (sold.length < tickets) {
    const items = Array.from({ length: reservationsAtOnce }, () => item);
    const held = await client.createReservations({ items }, call);
    if (held.kind !== 'created') throw new Error(`a hold was answered: ${held.kind}`);
    const reservations = held.reservations.map((one) => one['@id']);
    const ordered = await client.createOrders({ reservations, customer }, call);
    if (ordered.kind !== 'ordered') throw new Error(`an order was answered: ${ordered.kind}`);
    sold.push(...ordered.orders.flatMap((order) => order.items.flatMap(({ tickets: paths = [] }) => paths)));
  }
  return sold;
}

async function codeOf(client: Client, path: string): Promise<string> {
  const found = await client.getItemTicket(path, call);
  if (found.kind === 'missing') throw new Error(`${path} is missing`);
  return found.value.barcode.value;
}

/** One request of a device; throws if the ticket was not admitted. */
async function admit(browser: Browser, code: string): Promise<number> {
  const now = new Date().toISOString();
  const scan = {
    id: crypto.randomUUID(),
    code,
    entrance: 'North',
    sessions: [],
    events: [],
    date: day,
    scannedAt: now,
    offline: false,
  };
  const request: DoorRequest = { sentAt: now, scans: [scan] };
  const began = performance.now();
  const { status, body } = await browser.post(`${paths.admissions}?language=en`, request);
  const milliseconds = performance.now() - began;
  const text = body.toString();
  const result = status === 200 ? (JSON.parse(text) as DoorResponse).results[0]?.result : undefined;
  if (result !== 'admitted') throw new Error(`a scan was answered with ${status}: ${text}`);
  return milliseconds;
}

/** One device scans at its pace for a minute. */
async function minute(browser: Browser, codes: readonly string[]): Promise<Float64Array> {
  const times = new Float64Array(codes.length);
  const began = performance.now();
  for (const [index, code] of codes.entries()) {
    await pause(Math.max(0, began + index * everyMilliseconds - performance.now()));
    times[index] = await admit(browser, code);
  }
  return times;
}

async function readList(browser: Browser): Promise<{ list: AdmissionList; milliseconds: number }> {
  const began = performance.now();
  const { body } = await browser.open(paths.admissionList('en', day));
  const milliseconds = performance.now() - began;
  return { list: admissionListSchema.parse(JSON.parse(body.toString())), milliseconds };
}

async function measure({ shopUrl, tally, signal, serviceUrl, ca, tokens, service }: Soak, rounds: number) {
  const getToken = tokens['demo-storefront'];
  const client = createClient({ serviceUrl, ca, fetch: service.fetch, getToken });
  try {
    const sold = await sell(client);
    const browser = openBrowser(shopUrl, tally, signal);
    const [person] = demoPeople;
    await signIn(browser, person?.email ?? '', person?.password ?? '');
    const lines: Line[] = [];
    // From different orders, as at an entrance.
    const paths = sold.filter((_, index) => index % 16 === 0).slice(0, (rounds + 1) * scansEach);
    const codes: string[] = [];
    for (const path of paths) codes.push(await codeOf(client, path));
    await minute(browser, codes.splice(0, scansEach / 5));
    for (let round = 1; round <= rounds; round += 1) {
      const { p50, p99 } = percentiles(await minute(browser, codes.splice(0, scansEach)));
      const what = `p99 of a scan, ${scansEach} a minute on one device, round ${round}`;
      const wanted = { is: '≤', value: goalMilliseconds } as const;
      lines.push({ goal: 'P20', what, measured: p99, unit: 'ms', p50, p99, wanted });
      const { list, milliseconds } = await readList(browser);
      if (list.tickets.length < tickets) throw new Error(`the list has ${list.tickets.length} tickets`);
      lines.push({
        goal: 'P20',
        what: `the list of 20,000 tickets, round ${round}`,
        measured: milliseconds,
        unit: 'ms',
        wanted: { is: '≤', value: listGoalMilliseconds },
      });
    }
    return lines;
  } finally {
    await client.close();
  }
}

/** P20: one device at an entrance, through the storefront’s route, on PostgreSQL. */
export async function door(bench: BenchEnvironment): Promise<Result> {
  const environment = await openShop(bench, { holdMinutes: 20 });
  try {
    await importFeed(environment.soak, programme());
    return {
      lines: await measure(environment.soak, bench.settings.rounds),
      notes: [
        'P20: each scan is one request of the device to the storefront, which asks the service; a session with 20,000 tickets of 400 orders.',
      ],
    };
  } finally {
    await environment.close(false);
  }
}
