import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, type Dispatcher, request } from 'undici';
import { freePort } from '@/testing/free-port';
import type { Issuer } from '@/testing/ticketing-service/issuer';
import { scopes } from '@/service/organization/organization';
import type { CallOptions, TestAnswer } from './test-service';

const audience = 'https://service.test';

/** A token with every scope, for the service as a separate process. */
export function tokenFor(issuer: Issuer, organization: string, lifetime = '1h'): Promise<string> {
  return issuer.token({ audience, organization, scopes }, lifetime);
}

/** The service as a separate process, called over TLS. */
export interface TestProgram {
  /** Rejects if the answer was missing or incomplete. */
  call(method: string, path: string, options?: CallOptions): Promise<TestAnswer>;
  /** Where it listens, and the folder of its files. */
  readonly port: number;
  readonly folder: string;
  /** kill -9; resolves when the process has ended. */
  kill(): Promise<void>;
  /** SIGTERM; resolves to its exit code when the process has ended. */
  stop(): Promise<number | null>;
  /** SIGHUP. */
  hangUp(): void;
  /** Starts it again, at the same address; resolves when it is ready. */
  start(): Promise<void>;
  isReady(): Promise<boolean>;
  /** The last lines of its output. */
  output(): string;
  /** Kills it and removes its files. */
  close(): Promise<void>;
}

interface ProgramOptions {
  databaseUrl: string;
  issuer: Issuer;
  env?: Record<string, string>;
}

/** Starts `service/main.ts` on a free port; resolves when it is ready. */
export async function startProgram({ databaseUrl, issuer, env = {} }: ProgramOptions): Promise<TestProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'program-'));
  const port = await freePort();
  const program = programOf({
    SERVICE_PORT: String(port),
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    TOKEN_ISSUER: issuer.url,
    TOKEN_AUDIENCE: audience,
    LOG_LEVEL: 'error',
    ...env,
  });
  const { start: startChild, mustRun, ...control } = program;
  let agent: Agent | undefined;
  const send = async (
    method: string,
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: unknown } = {},
  ) => {
    agent ??= new Agent({
      connect: { ca: await readFile(join(folder, 'tls/ca.pem'), 'utf8') },
      headersTimeout: 20_000,
      bodyTimeout: 20_000,
    });
    const answer = await request(`https://localhost:${port}${path}`, {
      dispatcher: agent,
      method: method as 'GET',
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': mediaTypeOf(method) }) },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return readAnswer(answer);
  };
  const isReady = async () => {
    mustRun();
    const answer = await send('GET', '/readyz').catch(() => null);
    return answer?.status === 200;
  };
  const start = async () => {
    startChild();
    await until(isReady, 60);
  };
  await start();
  return {
    start,
    isReady,
    ...control,
    port,
    folder,
    call: async (method, path, { organization = 'reseller', body } = {}) => {
      const authorization = `Bearer ${await tokenFor(issuer, organization)}`;
      return send(method, path, { headers: { authorization }, body });
    },
    close: async () => {
      await control.kill();
      await agent?.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function readAnswer({ statusCode, headers, body }: Dispatcher.ResponseData) {
  const text = await body.text();
  const isJson = text !== '' && String(headers['content-type']).includes('json');
  return {
    status: statusCode,
    headers: new Headers(headers as Record<string, string>),
    body: isJson ? (JSON.parse(text) as unknown) : text || null,
  };
}

function mediaTypeOf(method: string): string {
  return method === 'PATCH' ? 'application/merge-patch+json' : 'application/ld+json';
}

/** Starts one process of the service after another, with that environment. */
function programOf(env: Record<string, string>) {
  let child: ChildProcess | undefined;
  let output = '';
  const runs = () => child !== undefined && child.exitCode === null && child.signalCode === null;
  return {
    start: () => {
      child = spawn(process.execPath, ['--import', 'tsx', 'service/main.ts'], {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4000)));
      }
    },
    output: () => output,
    /** Throws with the last lines of the output if the process has ended. */
    mustRun: () => {
      if (!runs()) throw new Error(`the service ended: ${output}`);
    },
    stop: async () => {
      if (child === undefined || !runs()) return null;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      const [code] = (await gone) as [number | null];
      return code;
    },
    hangUp: () => {
      child?.kill('SIGHUP');
    },
    kill: async () => {
      if (child === undefined || !runs()) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** Repeats a check until it is true; throws if it is not true within so many seconds. */
export async function until(isSo: () => Promise<boolean>, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`it was not so within ${seconds} s`);
    await new Promise((later) => setTimeout(later, 20));
  }
}
