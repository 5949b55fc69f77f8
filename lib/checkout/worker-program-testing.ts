import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { openShopDatabase } from './database-testing';
import { openRooms, type Places } from './testing/shop';
import { startWorker } from './worker';

// This file is the program, too.
const program = fileURLToPath(import.meta.url);

/** A process that does nothing but a worker's work. */
export interface WorkerProgram {
  /** kill -9; resolves when it is gone. */
  kill(): Promise<void>;
}

/** Starts one; resolves when it works. */
export async function startWorkerProgram(places: Places, databaseUrl: string): Promise<WorkerProgram> {
  const child = spawn(process.execPath, ['--import', 'tsx', program], {
    env: { ...process.env, SETTING: JSON.stringify({ ...places, databaseUrl }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await new Promise<void>((ready, fail) => {
    child.stdout.once('data', () => ready());
    child.once('exit', () => fail(new Error(`the worker ended: ${said}`)));
  });
  return {
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error('the worker ended by itself');
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
  startWorker(openRooms(places, database));
  process.stdout.write('working\n');
}

if (process.argv[1] === program) await main();
