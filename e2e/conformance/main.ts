import { readFile } from 'node:fs/promises';
import { request as plainRequest } from 'node:http';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Agent, fetch } from 'undici';
import { createProbe, type Send } from './probe';
import { report } from './report';
import { walk } from './walk';
import { createWorld, type PlainAnswer } from './world';

const usage = `Usage: npm run conformance -- --url https://… --token …

Walks the ticketing and booking service specification against a server. It makes reservations and orders:
point it at a demonstration server.

  --url          base address, https
  --token        an access token; or the environment's CONFORMANCE_TOKEN
  --token-other  a token of a second organization, to see that it is kept apart; or CONFORMANCE_TOKEN_OTHER
  --catalog      identifier of the only catalogue to look at
  --lang         Accept-Language of the walk (en)
  --wait         seconds that a hold may last to be waited for (90)
  --ca           a PEM file with the authority to trust

Exit code: 0 all passed, 1 a check failed, 2 wrong use or the server can't be reached.`;

const allPassed = 0;
const someFailed = 1;
const couldNotRun = 2;

type Environment = Readonly<Record<string, string | undefined>>;

/** Where lines are printed. */
interface Console {
  out: (line: string) => void;
  error: (line: string) => void;
}

interface Arguments {
  base: string;
  token: string;
  tokenOther: string | undefined;
  catalog: string | undefined;
  language: string;
  wait: number;
  ca: string | undefined;
}

class WrongUse extends Error {
  override name = 'WrongUse';
}

function readArguments(argv: readonly string[], env: Environment): Arguments {
  const text = { type: 'string' } as const;
  const { values } = parse(() =>
    parseArgs({
      args: [...argv],
      options: {
        url: text,
        token: text,
        'token-other': text,
        catalog: text,
        lang: { ...text, default: 'en' },
        wait: { ...text, default: '90' },
        ca: text,
      },
    }),
  );
  const token = values.token ?? env['CONFORMANCE_TOKEN'] ?? '';
  if (values.url === undefined || token === '') throw new WrongUse('--url and --token are needed.');
  const url = parse(() => new URL(values.url ?? ''));
  if (url.protocol !== 'https:') throw new WrongUse('--url has to begin with https:// (§1).');
  const wait = Number(values.wait);
  if (!(wait >= 0)) throw new WrongUse('--wait is a number of seconds.');
  return {
    base: `${url.origin}${url.pathname}`.replace(/\/+$/, ''),
    token,
    tokenOther: values['token-other'] ?? env['CONFORMANCE_TOKEN_OTHER'],
    catalog: values.catalog,
    language: values.lang,
    wait,
    ca: values.ca,
  };
}

function parse<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw new WrongUse(error instanceof Error ? error.message : String(error));
  }
}

const timeout = 30_000;

/** Sends over HTTPS; trusts only `ca` if it is given. Redirects are responses and are not followed. */
async function httpsSend(ca: string | undefined): Promise<{ send: Send; close: () => Promise<void> }> {
  const pem = ca === undefined ? undefined : await readFile(ca, 'utf8');
  const agent = new Agent({
    headersTimeout: timeout,
    bodyTimeout: timeout,
    connect: { timeout, ...(pem === undefined ? {} : { ca: pem }) },
  });
  const send: Send = async (request) => {
    const body = await request.text();
    const response = await fetch(request.url, {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      ...(body === '' ? {} : { body }),
      redirect: 'manual',
      dispatcher: agent,
    });
    const empty = [204, 205, 304].includes(response.status);
    return new Response(empty ? null : await response.arrayBuffer(), {
      status: response.status,
      headers: Object.fromEntries(response.headers),
    });
  };
  return { send, close: () => agent.close() };
}

/** Sends plain HTTP to the port of HTTPS. */
function askPlainly(base: string): (path: string) => Promise<PlainAnswer> {
  const { hostname, port } = new URL(base);
  const host = hostname.replace(/^\[|\]$/g, '');
  return (path) =>
    new Promise((done) => {
      const options = { host, port: port === '' ? 443 : Number(port), path, timeout: 10_000, agent: false };
      const request = plainRequest(options, (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (body += chunk));
        response.on('error', () => done(null));
        response.on('end', () =>
          done({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '', body }),
        );
      });
      request.on('timeout', () => request.destroy());
      request.on('error', () => done(null));
      request.end();
    });
}

/** The program: prints the report, and resolves to its exit code. */
export async function run(argv: readonly string[], env: Environment, print: Console): Promise<number> {
  try {
    return await conform(readArguments(argv, env), print);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    print.error(error instanceof WrongUse ? `${error.message}\n\n${usage}` : reason(error));
    return couldNotRun;
  }
}

async function conform(asked: Arguments, print: Console): Promise<number> {
  const { send, close } = await httpsSend(asked.ca);
  try {
    const probe = createProbe({ send, base: asked.base, token: asked.token, language: asked.language });
    await probe.get('/v1/ticketing/catalogs');
    const world = createWorld({
      probe,
      token: asked.token,
      other: asked.tokenOther === undefined ? null : probe.as(asked.tokenOther),
      wait: asked.wait,
      ...(asked.catalog === undefined ? {} : { catalog: asked.catalog }),
      plain: askPlainly(asked.base),
    });
    const results = await walk(world);
    print.out(`${report(results)}\n`);
    return results.some(({ outcome }) => outcome.kind === 'failed') ? someFailed : allPassed;
  } finally {
    await close();
  }
}

/** The reason why the server could not be reached; undici stores it in the cause. */
function reason(error: Error): string {
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `The server can't be reached. ${error.message}${cause}`;
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.exitCode = await run(process.argv.slice(2), process.env, {
    out: (line) => process.stdout.write(line),
    error: (line) => process.stderr.write(`${line}\n`),
  });
}
