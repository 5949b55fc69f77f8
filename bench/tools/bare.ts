import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@/testing/free-port';
import type { BenchEnvironment, CalledAnswer, Service } from './environment';
import { connectionHeaders, type Program, startBareServer, untilAnswering } from './programs';

/** What the limit is called in the table. */
export const bareName = 'bare node:https, the same body and bytes';

/**
 * Starts a bare node:https server with the service's certificate that reads each request's body and answers with the
 * same status, headers and bytes.
 */
export async function startBareAnswer(
  bench: BenchEnvironment,
  service: Service,
  answer: CalledAnswer,
): Promise<Program & { url: string }> {
  const port = await freePort();
  const file = join(bench.folder, `bare-answer-${port}.json`);
  const headers = Object.fromEntries(
    Object.entries(answer.headers).filter(([name]) => !connectionHeaders.has(name)),
  );
  await writeFile(file, JSON.stringify({ ...answer, headers }));
  const args = [String(port), service.tlsFolder, file];
  const log = join(bench.folder, `bare-server-${port}.log`);
  const program = startBareServer(new URL('bare-server.ts', import.meta.url), args, log);
  const url = `https://127.0.0.1:${port}`;
  await untilAnswering(program, () => bench.call({ ...service, url }, 'GET', '/'));
  return { ...program, url };
}
