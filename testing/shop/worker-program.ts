import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { openShopDatabase } from './tables';
import { openContext, type Places } from './shop-context';
import { startWorker } from '@/lib/shop/worker/worker';

// This file is also the program of the process.
const program = fileURLToPath(import.meta.url);

/** A process that runs only a worker. */
export interface WorkerProgram {
  /** kill -9; resolves when the process has ended. */
  kill(): Promise<void>;
}

/** Starts a process; resolves when it is working. */
export async function startWorkerProgram(places: Places, databaseUrl: string): Promise<WorkerProgram> {
  const child = spawn(process.execPath, ['--import', 'tsx', program], {
    env: { ...process.env, SETTING: JSON.stringify({ ...places, databaseUrl }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await new Promise<void>((ready, fail) => {
    child.stdout.once('data', () => ready());
    child.once('exit', () => fail(new Error(`the worker stopped: ${said}`)));
  });
  return {
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error('the worker stopped by itself');
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

const settingSchema = z.object({
  serviceUrl: z.string(),
  providerUrl: z.string(),
  mailUrl: z.string(),
  databaseUrl: z.string(),
});

async function main(): Promise<void> {
  const { databaseUrl, ...places } = settingSchema.parse(JSON.parse(process.env['SETTING'] ?? ''));
  const database = await openShopDatabase(databaseUrl, 10);
  startWorker(openContext(places, database));
  process.stdout.write('working\n');
}

if (process.argv[1] === program) await main();
