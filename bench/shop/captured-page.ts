import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import { freePort } from '@/testing/free-port';
import type { BenchEnvironment } from '../tools/environment';
import { connectionHeaders, type Program, startBareServer, untilAnswering } from '../tools/programs';

/** What every visitor of P10 sends. */
export const visitorHeaders = {
  'Accept-Encoding': 'br',
  Accept: 'text/html',
  'X-Forwarded-For': '10.1.1.7',
} as const;

/** A page as the storefront sends it. */
export interface CapturedPage {
  path: string;
  /** Names and values, one after the other, without those that every server makes itself. */
  headers: string[];
  body: Buffer;
}

export async function capture(origin: string, path: string): Promise<CapturedPage> {
  const { statusCode, headers, body } = await request(`${origin}${path}`, { headers: visitorHeaders });
  const bytes = Buffer.from(await body.arrayBuffer());
  if (statusCode !== 200) throw new Error(`${path} was answered with ${statusCode}`);
  const sent = Object.entries(headers).filter(([name]) => !connectionHeaders.has(name));
  return {
    path,
    body: bytes,
    headers: sent.flatMap(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
  };
}

/** Starts a bare server with this page; resolves when it listens. */
export async function startPageServer(
  { folder }: BenchEnvironment,
  { headers, body }: CapturedPage,
): Promise<{ url: string; program: Program }> {
  const port = await freePort();
  const file = join(folder, `page-${port}`);
  await Promise.all([writeFile(`${file}.json`, JSON.stringify(headers)), writeFile(`${file}.body`, body)]);
  const args = [String(port), `${file}.json`, `${file}.body`];
  const program = startBareServer(new URL('page-server.ts', import.meta.url), args, `${file}.log`);
  const url = `http://127.0.0.1:${port}`;
  await untilAnswering(program, async () => (await request(url)).body.dump());
  return { url, program };
}
