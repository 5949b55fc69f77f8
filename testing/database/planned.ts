import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { z } from 'zod';
import { pagesOf, planNodeSchema, scannedBy } from './plan-node';
import { startPostgres, type TestServer } from './postgres';

/** How PostgreSQL carried out one statement of a program. */
export interface SeenPlan {
  text: string;
  /** The planner's estimate. From 100,000 on, a server with its default settings compiles the plan. */
  cost: number;
  /** How many pages of 8 kB it read. */
  pages: number;
  /** The tables that it read completely (sequential scan). */
  scanned: string[];
}

/** A PostgreSQL server of its own with default settings, which writes down the plan of each statement. */
export interface PlanningServer extends Pick<TestServer, 'stop'> {
  createDatabase(): Promise<string>;
  /** The plans of all statements on this database, sent on connections that are opened after this call. */
  watch(url: string): Promise<void>;
  /** Those seen since the last reading. */
  read(): Promise<SeenPlan[]>;
}

const planSchema = z.object({ 'Query Text': z.string(), Plan: planNodeSchema });
const lineSchema = z.object({ message: z.string() });

const settings = [
  'session_preload_libraries=auto_explain',
  'auto_explain.log_format=json',
  'auto_explain.log_analyze=on',
  'auto_explain.log_buffers=on',
  'auto_explain.log_timing=off',
  // Each process writes whole lines through the collector, so that they don't mix.
  'logging_collector=on',
  'log_destination=jsonlog',
  'log_rotation_size=0',
  'log_rotation_age=0',
  // A table is analysed when a test says so.
  'autovacuum=off',
];

export async function startPlanningPostgres(): Promise<PlanningServer> {
  const server = await startPostgres(settings);
  const url = await untilConnected(() => server.createDatabase());
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('set auto_explain.log_min_duration = 0');
  let position = 0;
  const readLines = async (): Promise<string[]> => {
    const { rows } = await client.query<{ bytes: Buffer }>(
      `/* log */ select pg_read_binary_file(pg_current_logfile('jsonlog'), $1, 50000000) as bytes`,
      [position],
    );
    const bytes = rows[0]?.bytes ?? Buffer.alloc(0);
    const end = bytes.lastIndexOf('\n') + 1;
    position += end;
    return bytes.subarray(0, end).toString().split('\n').filter(Boolean);
  };
  return {
    createDatabase: () => server.createDatabase(),
    watch: async (watched) => {
      const name = new URL(watched).pathname.slice(1);
      await client.query(`alter database ${name} set auto_explain.log_min_duration = 0`);
    },
    read: async () => {
      const mark = randomUUID();
      await client.query(`select '${mark}'`);
      const messages: string[] = [];
      while (!messages.some((message) => message.includes(mark))) {
        const lines = await readLines();
        messages.push(...lines.map((line) => lineSchema.parse(JSON.parse(line)).message));
      }
      return messages
        .flatMap(planOf)
        .filter(({ text }) => !text.includes(mark) && !text.startsWith('/* log */'));
    },
    stop: async () => {
      await client.end();
      await server.stop();
    },
  };
}

function planOf(message: string): SeenPlan[] {
  const begin = message.indexOf('plan:\n');
  if (!message.startsWith('duration:') || begin < 0) return [];
  const { 'Query Text': text, Plan } = planSchema.parse(JSON.parse(message.slice(begin + 'plan:\n'.length)));
  return [{ text, cost: Plan['Total Cost'], pages: pagesOf(Plan), scanned: scannedBy(Plan) }];
}

/** A server that logs through a collector says nothing when it is ready. */
async function untilConnected<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code !== 'ECONNREFUSED' && code !== '57P03') throw error;
      await setTimeout(20);
    }
  }
}

interface PlanLimits {
  /** The tables that grow: none of them may be read completely. */
  full: readonly string[];
  /** A bound that reads a whole index of a full table reads more. */
  mostPages: number;
  /** The planner expects more of what reads whole tables. */
  mostCost: number;
}

/** A table of so few pages is read in less than a millisecond, and PostgreSQL may prefer that to its index. */
const smallPages = 200;

/** The plans that read more than they may. */
export function planFaults(plans: readonly SeenPlan[], { full, mostPages, mostCost }: PlanLimits): string[] {
  return plans.flatMap(({ text, cost, pages, scanned }) => {
    const whole = pages > smallPages ? scanned.filter((table) => full.includes(table)) : [];
    if (whole.length === 0 && cost <= mostCost && pages <= mostPages) return [];
    const of = whole.length === 0 ? '' : `, all of ${whole.join(', ')}`;
    return [`cost ${cost}, ${pages} pages${of}: ${text.replaceAll(/\s+/g, ' ').slice(0, 600)}`];
  });
}
