import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { request as plainRequest } from 'node:http';
import { request } from 'node:https';
import type { RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { putDatabaseInto } from '@/testing/database/embedded';
import { freePort } from '@/testing/free-port';
import { openPaths, openToOthers } from '@/testing/open-paths';

const tables = { migrations: 'service/migrations', schema: 'ticketing_migrations' };
let root: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'main-'));
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await rm(root, { recursive: true, force: true });
});

function start(env: Record<string, string>) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'service/main.ts'], {
    env: { ...process.env, LOG_LEVEL: 'info', ...env },
  });
  running.push(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const exit = once(child, 'exit').then(([code]) => Number(code));
  return { child, exit, output: () => output, errors: () => errors };
}

function get(send: typeof request, options: RequestOptions): Promise<{ status: number; body: string }> {
  return new Promise((done, fail) => {
    send({ host: 'localhost', path: '/readyz', ...options }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => done({ status: response.statusCode ?? 0, body }));
    })
      .on('error', fail)
      .end();
  });
}

describe('the service as a program', () => {
  it('serves over TLS with its own certificate authority, refuses plain HTTP and a second process, and stops on a signal', async () => {
    const port = await freePort();
    const dataDir = join(root, 'first');
    const log = join(dataDir, 'log');
    await mkdir(log, { recursive: true });
    const securityLog = join(log, 'security.log');
    const env = { SERVICE_PORT: String(port), DATA_DIR: dataDir, SECURITY_LOG: securityLog };
    const program = start(env);
    await expect.poll(program.output, { timeout: 60_000 }).toContain('"ready"');
    const ca = await readFile(join(dataDir, 'tls/ca.pem'), 'utf8');
    expect(await readdir(log)).toEqual(['security.log']);
    expect(await openPaths(dataDir)).toEqual([]);
    expect(await get(request, { port, ca })).toEqual({
      status: 200,
      body: '{"status":"ready","checks":{"database":"ok","disk":"ok"},"since":{}}',
    });
    await expect(get(request, { port })).rejects.toThrow(/certificate/);
    const plain = await get(plainRequest, { port });
    expect(plain.status).toBe(403);
    expect(JSON.parse(plain.body)).toMatchObject({ status: 403, detail: 'HTTPS is required.' });

    // The first test has shown that the program creates its database; the others use that database.
    const other = join(root, 'other');
    await putDatabaseInto(join(other, 'service'), tables);
    const samePort = start({ ...env, DATA_DIR: other });
    const sameFolder = start({ ...env, SERVICE_PORT: String(await freePort()) });
    expect(await samePort.exit).toBe(1);
    expect(samePort.errors()).toMatch(new RegExp(`^Port ${port} is in use\\..*SERVICE_PORT`));
    expect(await sameFolder.exit).toBe(1);
    expect(sameFolder.errors()).toMatch(/in use by another process\..*DATA_DIR/);

    program.child.kill('SIGTERM');
    expect(await program.exit).toBe(0);
    expect(await openPaths(dataDir)).toEqual([]);
  });

  it('names every invalid value of its environment at once', async () => {
    const program = start({
      SERVICE_PORT: 'many',
      HOLD_MINUTES: '0',
      DATABASE_URL: 'mysql://x',
      TOKEN_ISSUER: 'nowhere',
    });
    expect(await program.exit).toBe(1);
    const lines = program.errors().trim().split('\n');
    expect(lines.map((line) => line.split(' ')[0])).toEqual([
      'SERVICE_PORT',
      'DATABASE_URL',
      'TOKEN_ISSUER',
      'HOLD_MINUTES',
    ]);
  });

  it('names the database that it could not reach', async () => {
    const program = start({
      DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/none',
      DATA_DIR: join(root, 'unavailable'),
    });
    expect(await program.exit).toBe(1);
    expect(program.errors()).toMatch(/^The database .*127\.0\.0\.1:1.*DATABASE_URL/);
    expect(program.errors()).not.toContain('secret');
    expect(program.errors().trim().split('\n')).toHaveLength(1);
  });

  it('started by `npm run service`, closes an open data folder, ends with npm and leaves no process behind', async () => {
    const port = await freePort();
    const dataDir = join(root, 'npm');
    await putDatabaseInto(join(dataDir, 'service'), tables);
    await openToOthers(dataDir);
    await promisify(execFile)(process.execPath, ['build-programs.mjs']);
    const npm = spawn('npm', ['run', 'service'], {
      env: { ...process.env, LOG_LEVEL: 'info', SERVICE_PORT: String(port), DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    running.push(npm);
    let output = '';
    npm.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await expect.poll(() => output, { timeout: 60_000 }).toContain('"ready"');
    expect(await openPaths(dataDir)).toEqual([]);
    const pid = Number(/"pid":(\d+)/.exec(output)?.[1]);
    npm.kill('SIGTERM');
    await once(npm, 'exit');
    // Signal 0 only checks whether the process exists.
    await expect.poll(() => isThere(pid), { timeout: 5_000 }).toBe(false);
  });
});

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
