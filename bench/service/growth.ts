import { statfs } from 'node:fs/promises';
import { addresses } from '@/lib/contract/iri';
import { dayAfter, holdBody } from '../tools/catalogue';
import {
  externalReferenceOf,
  generate,
  generatedOffer,
  offersPerCatalogue,
  referenceOf,
} from '../tools/generate';
import { inRounds, warmUp } from './holds';
import { orderRequests } from './orders';
import type { Line, Result } from '../tools/report';
import type { BenchOffer } from '../tools/catalogue';
import { seedHolds } from '../tools/seeds';
import type { Service, BenchEnvironment } from '../tools/environment';
import { load, type Load, type LoadRequest, medianLoad, troubles } from '../tools/wrk';

// So few that no call waits for another: the measured value is the time of a call, not of a queue.
const connections = 8;
const fullCatalogs = 1000;
const fullOrders = 1_000_000;
// About the size of ten million offers and a million orders with their indexes and the log, in bytes.
const fullSize = 14e9;
const requestsOfAKind = 20_000;
const mostOrdersPerSecond = 4000;

const kinds = ['list', 'hold', 'order', 'reference', 'externalReference'] as const;
type Kind = (typeof kinds)[number];

const names: Readonly<Record<Kind, string>> = {
  list: 'p99 of a page of 30 offers',
  hold: 'p99 of a hold',
  order: 'p99 of an order',
  reference: 'p99 of an order looked up by its reference',
  externalReference: 'p99 of an order looked up by the client’s reference',
};

interface Size {
  catalogs: number;
  orders: number;
}

interface Place {
  /** Those that have numbered reservations. */
  offers: readonly BenchOffer[];
  size: Size;
  service: Service;
  requests: Record<Exclude<Kind, 'order'>, LoadRequest[]>;
}

/** P7: the same calls at ten thousand offers and at ten million, with a million orders. */
export async function growth(bench: BenchEnvironment): Promise<Result> {
  const scale = await affordableScale(bench);
  const [catalogs, orders] = [fullCatalogs, fullOrders].map((full) => Math.max(1, Math.round(full * scale)));
  const small = await placeOf(bench, { catalogs: 1, orders: 1000 });
  const big = await placeOf(bench, { catalogs: catalogs ?? 1, orders: orders ?? 1 });
  const rounds = await inRounds(bench, async (round) => {
    const loads: { kind: Kind; small: Load; big: Load }[] = [];
    for (const kind of kinds) {
      const [before, after] = [
        await measure(bench, small, kind, round),
        await measure(bench, big, kind, round),
      ];
      loads.push({ kind, small: before, big: after });
    }
    return loads;
  });
  const memory = await big.service.memory();
  const of = (kind: Kind) => {
    const both = rounds.map((round) => round.filter((one) => one.kind === kind));
    return {
      before: medianLoad(both.flatMap((some) => some.map((one) => one.small))),
      after: medianLoad(both.flatMap((some) => some.map((one) => one.big))),
    };
  };
  const offers = (size: Size) => `${(size.catalogs * offersPerCatalogue).toLocaleString('en')} offers`;
  const lines = kinds.map((kind): Line => {
    const { before, after } = of(kind);
    const isLookup = kind === 'reference' || kind === 'externalReference';
    const figures = { goal: 'P7', measured: after.p99, unit: 'ms', p50: after.p50, p99: after.p99, memory };
    if (isLookup) return { ...figures, what: names[kind], wanted: { is: '≤', value: 100 } };
    return {
      ...figures,
      what: `${names[kind]}, ${offers(big.size)}`,
      limit: { what: `p99 at ${offers(small.size)}`, value: before.p99 },
      wanted: { is: '≤', value: 1.5 },
    };
  });
  const filled = `P7: filled with ${offers(big.size)} and ${big.size.orders.toLocaleString('en')} orders`;
  return {
    lines,
    notes: [
      scale < 1 ? `${filled}, ${scale} of the full size.` : `${filled}.`,
      ...kinds.flatMap((kind) => troubles(`P7, ${kind}`, of(kind).after)),
    ],
  };
}

/** The requested scale, or the largest that fits on the disk. */
async function affordableScale({ settings, folder }: BenchEnvironment): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  const room = (bavail * bsize * 0.7) / fullSize;
  return Math.min(settings.scale, Math.max(0.001, Math.floor(room * 1000) / 1000));
}

/** A database of this size, with a service that has warmed up. */
async function placeOf(bench: BenchEnvironment, size: Size): Promise<Place> {
  const { organizationId, settings } = bench;
  const database = await bench.newDatabase();
  await generate(database, { ...size, organizationId });
  const offers = Array.from({ length: requestsOfAKind }, (_, n) => generatedOffer(size.catalogs, n));
  const held = { offers: offers.slice(0, 1000), count: ordersOfARound(bench) * settings.rounds };
  await seedHolds(bench, database, { ...held, first: 0, expired: false });
  const service = await bench.startService(database);
  const requests = {
    list: offers.map(({ catalogId }, n) => listRequest(catalogId, n)),
    hold: offers.map((offer) => ({
      method: 'POST' as const,
      path: addresses.reservationsBulk(),
      body: holdBody(offer),
    })),
    reference: lookups(size, (n) => `reference=${referenceOf(n)}`),
    externalReference: lookups(size, (n) => `externalReference=${externalReferenceOf(n)}`),
  };
  await warmUp(bench, [service], requests.list);
  await warmUp(bench, [service], requests.hold);
  return { size, service, requests, offers: held.offers };
}

/** A range of days of a catalogue, a different one each time, so that the page is read from the database. */
function listRequest(catalogId: string, n: number): LoadRequest {
  const from = 7 + ((n * 41) % 450);
  const query = `itemsPerPage=30&date[after]=${dayAfter(from)}&date[before]=${dayAfter(from + 2 + (n % 40))}`;
  return { method: 'GET', path: `${addresses.offers(catalogId)}?${encodeURI(query)}` };
}

function lookups({ orders }: Size, query: (order: number) => string): LoadRequest[] {
  return Array.from({ length: requestsOfAKind }, (_, n) => ({
    method: 'GET' as const,
    path: `${addresses.orders()}?${query((n * 104_729) % orders)}`,
  }));
}

function ordersOfARound({ settings }: BenchEnvironment): number {
  return Math.ceil(settings.seconds * mostOrdersPerSecond);
}

async function measure(bench: BenchEnvironment, place: Place, kind: Kind, round: number): Promise<Load> {
  const { seconds } = bench.settings;
  const each = ordersOfARound(bench);
  const requests = kind === 'order' ? orderRequests(place.offers, round * each, each) : place.requests[kind];
  const done = await load(bench, { url: place.service.url, requests, connections, seconds });
  if (kind === 'order' && done.requests > each) throw new Error('a round had too few reservations');
  return done;
}
