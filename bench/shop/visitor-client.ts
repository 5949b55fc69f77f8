import { setTimeout as pause } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { type Dispatcher, Pool } from 'undici';
import { type PageParts, readPage } from '../soak/page';
import { mostMilliseconds, type VisitorsReport, type VisitorsTask } from './visitors-task';

const mostRedirects = 12;
/** A visitor whose connection broke tries again after so long. */
const lostMilliseconds = 500;
const longestMilliseconds = 60_000;

/** A page to open, or a form to send. */
export interface Ask {
  url: string;
  form?: { type: string; body: string };
}

export interface Page extends PageParts {
  /** After so many seconds the page loads itself again. */
  refreshSeconds: number | undefined;
  isSoldOut: boolean;
}

/** The last answer, after redirects. */
export interface Shown {
  status: number;
  url: URL;
  /** What to ask for to get this answer again. */
  again: Ask;
  retryAfter: number | undefined;
  /** Reads the HTML. */
  page: () => Page;
}

/** A visitor's browser: it keeps cookies and follows redirects. */
export interface Client {
  go(ask: Ask): Promise<Shown>;
}

interface Got {
  answer: Dispatcher.ResponseData;
  body: Buffer;
}

const header = ({ headers }: Dispatcher.ResponseData, name: string) => [headers[name] ?? []].flat();

const decoders: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

/** Pages that many visitors get are parsed once, by their ETag. */
const known = new LRUCache<string, Page>({ max: 50 });

function pageOf({ answer, body }: Got): Page {
  const [tag] = header(answer, 'etag');
  const found = tag === undefined ? undefined : known.get(tag);
  if (found !== undefined) return found;
  const [encoding = ''] = header(answer, 'content-encoding');
  const html = (decoders[encoding]?.(body) ?? body).toString();
  const visible = html.replaceAll(/<script\b[^]*?<\/script>/g, '');
  const refresh = /http-equiv="refresh" content="(\d+)/i.exec(visible)?.[1] ?? header(answer, 'refresh')[0];
  const page = {
    ...readPage(visible),
    refreshSeconds: refresh === undefined ? undefined : Number.parseInt(refresh, 10),
    // Held by others who have not paid, or sold: nothing is left at the moment.
    isSoldOut: /sold out|all held|held by other customers/i.test(visible),
  };
  if (tag !== undefined) known.set(tag, page);
  return page;
}

/** What all visitors of a program share. */
interface Shared {
  task: VisitorsTask;
  report: VisitorsReport;
  poolOf: (origin: string) => Pool;
}

/** What differs for each of them. */
interface State {
  cookies: Map<string, string>;
  network: string;
  /** Which of the storefront's processes it uses. */
  process: number;
}

/**
 * Browsers that share some connections, like visitors behind the proxy of a shop. Each visitor begins at one of the
 * storefront's processes, and goes on at the next one when a connection breaks.
 */
export function openClients(task: VisitorsTask, report: VisitorsReport) {
  const { connections } = task;
  const pools = new Map<string, Pool>();
  const poolOf = (origin: string): Pool => {
    const pool = pools.get(origin) ?? new Pool(origin, { connections });
    pools.set(origin, pool);
    return pool;
  };
  return {
    open: (visitor: number): Client => {
      // A network (/24) for each visitor.
      const network = `10.${(visitor >> 8) & 255}.${visitor & 255}.7`;
      const state: State = { cookies: new Map(), network, process: visitor };
      return { go: (ask) => go({ task, report, poolOf }, state, ask) };
    },
    close: () => Promise.all([...pools.values()].map((pool) => pool.destroy())),
  };
}

async function go(shared: Shared, state: State, asked: Ask): Promise<Shown> {
  const { task, report } = shared;
  const began = performance.now();
  let [url, form] = [new URL(asked.url, task.shopUrl), asked.form];
  const isShop = url.origin === task.shopUrl;
  let got = await sendUntilAnswered(shared, state, { url, form });
  for (let count = 0; got.answer.statusCode >= 300 && got.answer.statusCode < 400; count += 1) {
    const [location] = header(got.answer, 'location');
    if (location === undefined || count === mostRedirects) break;
    // With 307 the form is sent again.
    [url, form] = [new URL(location, url), got.answer.statusCode === 307 ? form : undefined];
    got = await sendUntilAnswered(shared, state, { url, form });
  }
  const { statusCode: status } = got.answer;
  note(report.answers, String(status));
  if (isShop) {
    const milliseconds = performance.now() - began;
    report.milliseconds.push(milliseconds);
    const method = asked.form === undefined ? 'GET' : 'POST';
    if (milliseconds > mostMilliseconds) note(report.slow, `${method} ${placeOf(asked.url)}: ${status}`);
  }
  const [retryAfter] = header(got.answer, 'retry-after');
  return {
    status,
    url,
    again: { url: url.href, ...(form === undefined ? {} : { form }) },
    retryAfter: retryAfter === undefined ? undefined : Number(retryAfter),
    page: () => pageOf(got),
  };
}

interface Sending {
  url: URL;
  form: Ask['form'];
}

/** Sends it again, at the next process, until there is an answer. */
async function sendUntilAnswered(shared: Shared, state: State, sending: Sending): Promise<Got> {
  const { report } = shared;
  for (;;) {
    try {
      return await send(shared, state, sending);
    } catch (error) {
      if (Date.now() > report.endsAt) throw error;
      report.lost += 1;
      note(report.failures, error instanceof Error ? error.message : String(error));
      state.process += 1;
      await pause(lostMilliseconds);
    }
  }
}

async function send(
  { task, poolOf }: Shared,
  { cookies, network, process }: State,
  { url, form }: Sending,
): Promise<Got> {
  const isShop = url.origin === task.shopUrl;
  const origin = isShop ? task.origins[process % task.origins.length] : url.origin;
  if (origin === undefined) throw new Error('there is no storefront');
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await poolOf(origin).request({
    path: `${url.pathname}${url.search}`,
    method: form === undefined ? 'GET' : 'POST',
    headers: {
      accept: 'text/html',
      'accept-encoding': 'br, gzip',
      'accept-language': 'en',
      ...(isShop ? { 'x-forwarded-for': network } : {}),
      ...(isShop && cookie !== '' ? { cookie } : {}),
      ...(form === undefined ? {} : { origin: url.origin, 'content-type': form.type }),
    },
    body: form?.body ?? null,
    headersTimeout: longestMilliseconds,
    bodyTimeout: longestMilliseconds,
  });
  const body = Buffer.from(await answer.body.arrayBuffer());
  if (isShop) for (const line of header(answer, 'set-cookie')) keep(cookies, line);
  return { answer, body };
}

/** All cookies of the shop are for all of its pages. */
function keep(cookies: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(';', 1);
  const [name = '', value = ''] = pair.split('=', 2);
  if (value === '') cookies.delete(name);
  else cookies.set(name, value);
}

/** The path of an address, without what differs for each visitor. */
export const placeOf = (url: string | URL) =>
  new URL(url, 'http://shop.invalid').pathname.replaceAll(/[0-9a-f-]{36}|cs_\w+/g, '…');

/** Counts one more of these. */
export function note(counts: Record<string, number>, what: string): void {
  counts[what] = (counts[what] ?? 0) + 1;
}
