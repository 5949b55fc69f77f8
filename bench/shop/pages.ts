import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { paths } from '@/lib/locale/paths';
import type { BenchEnvironment } from '../tools/environment';
import { inRounds } from '../service/holds';
import { residentMemory } from '../tools/programs';
import type { Line, Result } from '../tools/report';
import { pidOf, type SoakEnvironment } from '../soak/environment';
import { repeat } from '../soak/watch';
import { load, type Load, medianLoad, troubles } from '../tools/wrk';
import { openShop } from './open-shop';
import { capture, startPageServer, visitorHeaders } from './captured-page';
import { type Concert, importConcert } from './concert';
import { startNginxFor } from './nginx';

const connections = 64;
/** Fewer than the storefront renders at once, so that no page is refused. */
const renderedConnections = 8;
/** With the cookie of a basket, a page is rendered each time. */
const basketHeaders = { ...visitorHeaders, Cookie: `guest=${'b'.repeat(43)}; basket=1` };
const changeMilliseconds = 1_000;
const mostChangeSeconds = 30;
const goal = 'P10';

/** P10: pages that are the same for every visitor, while what they show changes every second. */
export async function pages(bench: BenchEnvironment): Promise<Result> {
  const environment = await openShop(bench);
  const stopping = new AbortController();
  try {
    const concert = await importConcert(environment, nameOf(0), 500);
    const changing = keepChanging(environment, stopping.signal);
    const results: Result[] = [];
    for (const [name, path] of pagesOf(concert)) {
      results.push(await measurePage(bench, environment, { name, path }));
    }
    stopping.abort();
    await changing;
    return {
      lines: results.flatMap(({ lines }) => lines),
      notes: [...new Set(results.flatMap(({ notes }) => notes))],
    };
  } finally {
    stopping.abort();
    await environment.close(false);
  }
}

/** Always of the same length, so that the pages are, too. */
const nameOf = (count: number) => `Concert ${String(count).padStart(5, '0')}`;

function pagesOf({ catalogId, eventId, productId, offerId }: Concert): [string, string][] {
  return [
    ['home', paths.home('en')],
    ['event', paths.event('en', catalogId, eventId)],
    ['product', paths.product('en', catalogId, productId)],
    ['offer', paths.offer('en', catalogId, offerId)],
  ];
}

/** Gives the concert another name every second, which each of the pages shows. */
function keepChanging(environment: SoakEnvironment, signal: AbortSignal): Promise<void> {
  let count = 0;
  const changing = repeat(signal, changeMilliseconds, async () => {
    count += 1;
    await importConcert(environment, nameOf(count), 500);
  });
  // Awaited at the end; until then its failure must not end the program.
  changing.catch(() => undefined);
  return changing;
}

async function tagOf(origin: string, path: string): Promise<string> {
  const { headers, body } = await request(`${origin}${path}`, { headers: visitorHeaders });
  await body.dump();
  return String(headers['etag']);
}

/** Throws if the page does not change. */
async function untilChanged(origin: string, path: string): Promise<void> {
  const [before, end] = [await tagOf(origin, path), performance.now() + mostChangeSeconds * 1000];
  while ((await tagOf(origin, path)) === before) {
    if (performance.now() > end) throw new Error(`${path} does not change`);
    await pause(changeMilliseconds / 4);
  }
}

interface Rounds {
  bare: Load;
  ours: Load;
  rendered: Load;
  proxied: Load | null;
  file: Load | null;
}

async function measurePage(
  bench: BenchEnvironment,
  environment: SoakEnvironment,
  { name, path }: { name: string; path: string },
): Promise<Result> {
  const { seconds, warmUpSeconds } = bench.settings;
  const origin = environment.soak.shopUrl.replace('//localhost', '//127.0.0.1');
  await untilChanged(origin, path);
  const page = await capture(origin, path);
  const bare = await startPageServer(bench, page);
  const nginx = await startNginxFor(bench, origin, page);
  const send = (url: string, length = seconds, at = path) =>
    load(bench, {
      url,
      requests: [{ method: 'GET', path: at }],
      connections,
      seconds: length,
      headers: visitorHeaders,
    });
  const render = (length = seconds) =>
    load(bench, {
      url: origin,
      requests: [{ method: 'GET', path }],
      connections: renderedConnections,
      seconds: length,
      headers: basketHeaders,
    });
  try {
    await render(warmUpSeconds);
    for (const url of [bare.url, origin]) await send(url, warmUpSeconds);
    const rounds = await inRounds(bench, async (): Promise<Rounds> => ({
      bare: await send(bare.url),
      ours: await send(origin),
      rendered: await render(),
      proxied: nginx === null ? null : await send(nginx.shopUrl),
      file: nginx === null ? null : await send(nginx.fileUrl),
    }));
    const memory = await residentMemory(pidOf(environment, 'storefront'));
    return resultOf(rounds, { name, bytes: page.body.length, memory });
  } finally {
    await Promise.all([bare.program.stop(), nginx?.stop()]);
  }
}

function resultOf(
  rounds: readonly Rounds[],
  { name, bytes, memory }: { name: string; bytes: number; memory: number },
): Result {
  const of = (kind: 'bare' | 'ours' | 'rendered') => medianLoad(rounds.map((round) => round[kind]));
  const [bare, ours, rendered] = [of('bare'), of('ours'), of('rendered')];
  const nginx = rounds.flatMap(({ proxied, file }) => (proxied && file ? [{ proxied, file }] : []));
  const what = `the ${name} page (${(bytes / 1000).toFixed(1)} kB in Brotli), ${connections} connections`;
  const line = { goal, what, unit: 'pages/s', measured: ours.rate, p50: ours.p50, p99: ours.p99, memory };
  const lines: Line[] = [
    { ...line, limit: { what: 'bare node:http', value: bare.rate }, wanted: { is: '≥', value: 0.5 } },
    { ...line, limit: { what: 'rendered each time', value: rendered.rate }, wanted: { is: '≥', value: 50 } },
    {
      goal,
      what: `p99 of the ${name} page`,
      measured: ours.p99,
      unit: 'ms',
      wanted: { is: '≤', value: 50 },
    },
  ];
  const notes = [
    ...[bare, ours, rendered].flatMap((one) => troubles(`P10, ${name}`, one)),
    'P10: the memory is that of the storefront.',
  ];
  if (nginx.length === 0) return { lines, notes: [...notes, 'P10: nginx is not installed.'] };
  const [proxied, file] = [
    medianLoad(nginx.map((round) => round.proxied)),
    medianLoad(nginx.map((round) => round.file)),
  ];
  lines.push({
    goal,
    what: `the ${name} page through nginx, TLS`,
    unit: 'pages/s',
    measured: proxied.rate,
    limit: { what: 'nginx, a static file', value: file.rate },
    wanted: { is: '≥', value: 0.5 },
    p50: proxied.p50,
    p99: proxied.p99,
  });
  return {
    lines,
    notes: [...notes, ...[proxied, file].flatMap((one) => troubles(`P10, ${name}, nginx`, one))],
  };
}
