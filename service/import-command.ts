import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { Agent, fetch } from 'undici';
import { type FeedImport, feedImportSchema, feedKinds } from '@/lib/contract/feed-import';
import { addresses } from '@/lib/contract/iri';
import { jsonFault } from '@/lib/contract/json-fault';
import { problemSchema } from '@/lib/contract/problem';
import { WrongEnvironment } from '@/lib/network/check-settings';
import { trusting } from '@/lib/network/trusting';
import { readCommandEnvironment } from './env';
import { inSlices } from './http/in-slices';

const usage = `Usage: bin/ticketing import <file or URL> [--dry-run]
For schema.org Event JSON-LD, say which catalogue it is for:
  --catalog <key> --name <name> --timezone <Europe/Paris> [--language <en>] [--issuer <name>]
  [--days-without-time leave_out | any_time]
The time zone is that of the catalogue's days, and of times that are written without an offset.
Events that have a day and no time are errors, left out, or have tickets that are valid all day.
The token is SERVICE_TOKEN. In the repository, npm run catalog:import asks the demo for one.
`;

/** An error that the operator can correct, in one sentence. */
class ImportFailed extends Error {}

async function run(): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean', default: false },
      catalog: { type: 'string' },
      name: { type: 'string' },
      language: { type: 'string', default: 'en' },
      timezone: { type: 'string' },
      issuer: { type: 'string' },
      'days-without-time': { type: 'string' },
    },
  });
  const [source] = positionals;
  if (source === undefined) throw new ImportFailed(usage);
  const document = await parse(await readSource(source), source);
  const body = isSchemaOrgDocument(document)
    ? { catalog: catalogFrom(values), schemaOrg: document, daysWithoutTime: values['days-without-time'] }
    : document;
  return send(body, values['dry-run']);
}

async function readSource(source: string): Promise<string> {
  if (!/^https?:/.test(source)) return readFile(source, 'utf8');
  const response = await fetch(source, { signal: AbortSignal.timeout(60_000) });
  if (!response.ok) throw new ImportFailed(`${source} answers ${response.status}.`);
  return response.text();
}

async function parse(written: string, source: string): Promise<unknown> {
  // Some programs write a byte order mark before the text.
  const text = written.replace(/^\uFEFF/, '');
  const place = await inSlices(jsonFault(text));
  if (place === null) return JSON.parse(text) as unknown;
  throw new ImportFailed(
    `${source} is not JSON: the mistake is at line ${place.line}, column ${place.column}.`,
  );
}

function isSchemaOrgDocument(document: unknown): boolean {
  return (
    Array.isArray(document) || (typeof document === 'object' && document !== null && '@context' in document)
  );
}

function catalogFrom(
  values: Partial<Record<'catalog' | 'name' | 'language' | 'timezone' | 'issuer', string>>,
) {
  const { catalog: key, name, language = 'en', timezone, issuer } = values;
  if (key === undefined || name === undefined || timezone === undefined) throw new ImportFailed(usage);
  return { key, name: { [language]: name }, language, timezone, issuer: { name: issuer ?? name } };
}

async function send(body: unknown, dryRun: boolean): Promise<string> {
  const { url, ca, token } = readCommandEnvironment();
  const response = await fetch(`${url}${addresses.feeds()}${dryRun ? '?dryRun=true' : ''}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    dispatcher: new Agent({ connect: ca === undefined ? {} : trusting(ca), headersTimeout: 300_000 }),
  }).catch((error: unknown) => {
    const reason =
      error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new ImportFailed(
      `The service at ${url} can't be reached (${reason}). Start it, or set SERVICE_URL.`,
    );
  });
  const answer: unknown = await response.json();
  if (response.ok) return summary(feedImportSchema.parse(answer));
  const problem = problemSchema.parse(answer);
  const lines = problem.violations?.map(({ propertyPath, message }) => `${propertyPath}: ${message}`);
  throw new ImportFailed(
    `Nothing was imported (${response.status}).\n${(lines ?? [problem.detail ?? '']).join('\n')}`,
  );
}

function summary(report: FeedImport): string {
  const lines = feedKinds.map((kind) => {
    const { added, changed, retired, unchanged } = report[kind];
    return `${kind}: ${added} added, ${changed} changed, ${retired} retired, ${unchanged} unchanged`;
  });
  const head = `${report.catalog}${report.dryRun ? ' (dry run)' : ''}`;
  return `${[head, ...lines, ...warningLines(report)].join('\n')}\n`;
}

/** The parts that were left out or guessed, each with how often and the first places. */
function warningLines({ warnings, warningCount }: FeedImport): string[] {
  if (warnings.length === 0) return [];
  return [
    `warnings: ${warningCount}`,
    ...warnings.map(({ message, count, propertyPaths }) => {
      const [first, ...others] = propertyPaths;
      return `  ${count} × ${first ?? ''}${others.length > 0 ? ', …' : ''}: ${message}`;
    }),
  ];
}

try {
  process.stdout.write(await run());
} catch (error) {
  const isKnown =
    error instanceof ImportFailed ||
    error instanceof WrongEnvironment ||
    (error instanceof Error && 'code' in error);
  if (!isKnown) throw error;
  process.stderr.write(`${error.message.trimEnd()}\n`);
  process.exit(1);
}
