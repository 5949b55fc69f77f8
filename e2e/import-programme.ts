import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { startOwnPrograms } from './start-programs';

type Shop = Pick<Awaited<ReturnType<typeof startOwnPrograms>>, 'programs' | 'dataDir'>;

/**
 * Imports a programme with the command of the README, as schema.org or as our feed; resolves to the command's report.
 * `options`: further arguments.
 */
export async function importProgramme(
  { programs, dataDir }: Shop,
  programme: object,
  options: readonly string[] = [],
): Promise<string> {
  const file = join(dataDir, 'programme.jsonld');
  await writeFile(file, JSON.stringify(programme));
  const command = ['run', '--silent', 'catalog:import', '--', file, ...options];
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    SERVICE_URL: programs.serviceUrl,
    DEMO_PORT: new URL(programs.demoUrl).port,
  };
  return (await promisify(execFile)('npm', command, { env })).stdout;
}

/** A programme of one organizer in London, as our feed. */
export function londonFeed(
  key: string,
  name: string,
  content: { events: object[]; products: object[]; forms?: object[] },
): object {
  return {
    format: 'ticketing-feed/1',
    catalog: {
      key,
      name: { en: name },
      language: 'en',
      timezone: 'Europe/London',
      issuer: { name, email: `${key}@example.test` },
    },
    ...content,
  };
}
