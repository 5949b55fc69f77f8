import { createHash } from 'node:crypto';
import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, type Page, test as base, type Response } from '@playwright/test';
import { address } from './shop';

/** Where a run stores everything that reached its browsers, so that it can be searched afterwards. */
export const recordFolder = (): string => join(address('E2E_DATA'), 'recorded');

/** The scripts and styles of a build have a hash in their names, so a worker records each once. */
const isStatic = (url: string) => new URL(url).pathname.startsWith('/_next/static/');
const recordedFiles = new Set<string>();

const isText = /^(text\/|application\/(.*json|javascript|xml|problem))/;

interface Fixtures {
  /** A page in a separate browser, for another person. */
  desk: Page;
}

function homeOf(testId: string): string {
  const [a = 0, b = 0] = createHash('sha256').update(testId).digest();
  return `10.${a}.${b}.1`;
}

/** A test whose browsers record every response: status, URL, headers, and the body if it is text. */
export const test = base.extend<Fixtures>({
  // Each test has a network of its own, because what one network may hold at once is limited.
  extraHTTPHeaders: async ({ extraHTTPHeaders }, give, { testId }) => {
    await give({ ...extraHTTPHeaders, 'x-forwarded-for': homeOf(testId) });
  },
  context: async ({ context }, give, { testId }) => {
    const stop = record(context, testId);
    await give(context);
    await stop();
  },
  desk: async ({ browser }, give, { testId }) => {
    const context = await browser.newContext();
    const stop = record(context, `${testId}-desk`);
    await give(await context.newPage());
    await stop();
    await context.close();
  },
});

function record(context: BrowserContext, name: string): () => Promise<void> {
  const file = join(recordFolder(), `${name}.txt`);
  const kept: Promise<void>[] = [];
  const listen = (response: Response) => {
    if (!recordedFiles.has(response.url())) kept.push(keep(response, file));
  };
  context.on('response', listen);
  return async () => {
    // A response that arrives later has no context any more whose headers could be asked for.
    context.off('response', listen);
    await Promise.all(kept);
  };
}

async function keep(response: Response, file: string): Promise<void> {
  const headers = await response.allHeaders();
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  // The body of a redirect, or of a response that the page did not wait for, is not available; no page has
  // shown it.
  const body = isText.test(headers['content-type'] ?? '') ? await response.text().catch(() => '') : '';
  if (body !== '' && isStatic(response.url())) recordedFiles.add(response.url());
  await mkdir(recordFolder(), { recursive: true });
  await appendFile(file, [`${response.status()} ${response.url()}`, ...head, '', body, '\n'].join('\n'));
}
