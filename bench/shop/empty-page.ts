import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@/testing/free-port';

export interface EmptyPage {
  readonly url: string;
  readonly pid: number;
  close(): Promise<void>;
}

const folder = fileURLToPath(new URL('../empty-page/', import.meta.url));
const next = fileURLToPath(new URL('../../node_modules/next/dist/bin/next', import.meta.url));

/** Builds and starts a page of Next without content. */
export async function startEmptyPage(): Promise<EmptyPage> {
  await promisify(execFile)(process.execPath, [next, 'build'], { cwd: folder });
  const port = await freePort();
  const server = spawn(process.execPath, [next, 'start', '--port', String(port), '--hostname', '127.0.0.1'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    server.stdout.on('data', (lines: Buffer) => {
      if (lines.includes('Ready')) resolve();
    });
    server.once('exit', (code) =>
      reject(new Error(`the empty page ended with exit code ${code ?? 'unknown'}`)),
    );
  });
  return {
    url: `http://127.0.0.1:${port}/`,
    pid: server.pid ?? 0,
    close: async () => {
      if (server.exitCode !== null) return;
      server.kill();
      await once(server, 'exit');
    },
  };
}
