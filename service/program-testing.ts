import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { Agent, request } from 'undici';
import { freePort } from '@/lib/network/free-port-testing';
import { scopes } from './organization/organization';
import type { CallOptions, TestAnswer } from './testing';

/** A token issuer: discovery, one key, and tokens for whoever asks. */
export interface TestIssuer {
  url: string;
  token(organization: string): Promise<string>;
  close(): void;
}

const audience = 'https://service.test';

/** Starts a token issuer on a free port. */
export async function startIssuer(): Promise<TestIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'test', alg: 'ES256' }];
  const server = createServer((asked, response) => {
    response.end(JSON.stringify(asked.url === '/keys' ? { keys } : { jwks_uri: `${url}/keys` }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    token: (organization) =>
      new SignJWT({ iss: url, aud: audience, organization, scope: scopes.join(' ') })
        .setExpirationTime('1h')
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'test' })
        .sign(privateKey),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The service as a process of its own, spoken to over TLS. */
export interface TestProgram {
  /** Rejects when there was no whole answer. */
  call(method: string, path: string, options?: CallOptions): Promise<TestAnswer>;
  /** Where it listens, and the folder of its files. */
  readonly port: number;
  readonly folder: string;
  /** kill -9; resolves when it is gone. */
  kill(): Promise<void>;
  /** SIGTERM; resolves when it is gone, to its exit code. */
  stop(): Promise<number | null>;
  /** Starts it again, at the same address; resolves when it is ready. */
  start(): Promise<void>;
  isReady(): Promise<boolean>;
  /** The last that it wrote to its outputs. */
  output(): string;
  /** Kills it and clears up. */
  close(): Promise<void>;
}

interface ProgramOptions {
  databaseUrl: string;
  issuer: TestIssuer;
  env?: Record<string, string>;
}

/** Starts `service/main.ts` on a free port; resolves when it is ready. */
export async function startProgram({ databaseUrl, issuer, env = {} }: ProgramOptions): Promise<TestProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'program-'));
  const port = await freePort('localhost');
  const program = programOf({
    SERVICE_PORT: String(port),
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    TOKEN_ISSUER: issuer.url,
    TOKEN_AUDIENCE: audience,
    LOG_LEVEL: 'error',
    ...env,
  });
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
    const text = await answer.body.text();
    const isJson = text !== '' && String(answer.headers['content-type']).includes('json');
    return {
      status: answer.statusCode,
      headers: new Headers(answer.headers as Record<string, string>),
      body: isJson ? (JSON.parse(text) as unknown) : text || null,
    };
  };
  const isReady = async () => {
    program.mustRun();
    const answer = await send('GET', '/readyz').catch(() => null);
    return answer?.status === 200;
  };
  const start = async () => {
    program.start();
    await until(isReady, 60);
  };
  await start();
  return {
    ...{ start, isReady, kill: program.kill, stop: program.stop, output: program.output, port, folder },
    call: async (method, path, { organization = 'reseller', body } = {}) =>
      send(method, path, { headers: { authorization: `Bearer ${await issuer.token(organization)}` }, body }),
    close: async () => {
      await program.kill();
      await agent?.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function mediaTypeOf(method: string): string {
  return method === 'PATCH' ? 'application/merge-patch+json' : 'application/ld+json';
}

/** One process after another of the service, with that environment. */
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
    /** Throws what it said last when it is not there any more. */
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
    kill: async () => {
      if (child === undefined || !runs()) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** Asks again and again until it is so; throws when it is not within so many seconds. */
export async function until(isSo: () => Promise<boolean>, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`it was not so within ${seconds} s`);
    await new Promise((later) => setTimeout(later, 20));
  }
}
