import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { format } from 'prettier';
import type { BenchEnvironment } from './environment';

/** One figure with its limit. */
export interface Line {
  /** P1 … P9 */
  goal: string;
  what: string;
  measured: number;
  unit: string;
  /** The limit, measured in the same run unless its name says otherwise. */
  limit?: { what: string; value: number };
  /** The goal for the ratio to the limit; for the figure itself if there is no limit. */
  wanted?: { is: '≥' | '≤' | '='; value: number };
  p50?: number;
  p99?: number;
  /** The service's resident memory after the load, in MB. */
  memory?: number;
}

/** The result of one benchmark. */
export interface Result {
  lines: Line[];
  /** Notes for the reader of the figures. */
  notes: string[];
}

/** The median of some values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.ceil((sorted.length - 1) / 2)],
  ];
  if (low === undefined || high === undefined) throw new Error('nothing was measured');
  return (low + high) / 2;
}

/** The figure divided by its limit; the figure itself if it has none. */
export function ratioOf({ measured, limit }: Line): number {
  return limit === undefined ? measured : measured / limit.value;
}

/** Whether a line reaches its goal; null if it has none. */
export function isReached(line: Line): boolean | null {
  if (line.wanted === undefined) return null;
  const ratio = ratioOf(line);
  switch (line.wanted.is) {
    case '≥':
      return ratio >= line.wanted.value;
    case '≤':
      return ratio <= line.wanted.value;
    case '=':
      return ratio === line.wanted.value;
  }
}

/** The table and its notes, as markdown. */
export async function asMarkdown({ lines, notes }: Result, conditions: readonly string[]): Promise<string> {
  const rows = lines.map((line) => [
    line.goal,
    line.what,
    `${shown(line.measured)} ${line.unit}`.trim(),
    line.limit === undefined ? '' : `${shown(line.limit.value)} (${line.limit.what})`,
    line.limit === undefined ? '' : `${shown(ratioOf(line))} ×`,
    line.wanted === undefined
      ? ''
      : `${line.wanted.is} ${shown(line.wanted.value)} ${line.limit === undefined ? line.unit : '×'}`.trim(),
    { true: 'yes', false: '**no**', null: '' }[String(isReached(line)) as 'true' | 'false' | 'null'],
    ...[line.p50, line.p99, line.memory].map((value) => (value === undefined ? '' : shown(value))),
  ]);
  const head = [
    '#',
    'Work',
    'Measured',
    'Limit',
    'Ratio',
    'Goal',
    'Reached',
    'p50 ms',
    'p99 ms',
    'Memory MB',
  ];
  const table = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const list = (items: readonly string[]) => items.map((item) => `- ${item}`).join('\n');
  const text = [table.join('\n'), list(conditions), ...(notes.length === 0 ? [] : ['To know:', list(notes)])];
  return format(text.join('\n\n'), { parser: 'markdown', printWidth: 110 });
}

/** Three significant digits: 16,800 but 0.273. */
function shown(value: number): string {
  return value.toLocaleString(
    'en',
    value >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 },
  );
}

/** The settings of the run. */
export async function conditionsOf({ settings, server }: BenchEnvironment): Promise<string[]> {
  return [
    ...(await machineConditions(settings.checkout, server)),
    `${settings.rounds} rounds of ${settings.seconds} s after ${settings.warmUpSeconds} s of warm-up, medians`,
  ];
}

/** The commit, the machine and the database server. */
export async function machineConditions(
  checkout: string,
  server: BenchEnvironment['server'],
): Promise<string[]> {
  const git = async (...args: string[]) =>
    (await promisify(execFile)('git', args, { cwd: checkout })).stdout.trim();
  const commit = await git('rev-parse', '--short', 'HEAD').catch(() => 'unknown');
  const changed = await git('status', '--porcelain', 'service', 'lib').catch(() => '');
  const [cpu] = cpus();
  return [
    `commit ${commit}${changed === '' ? '' : ', with changes'}; Node ${process.versions.node}`,
    `${cpus().length} × ${cpu?.model ?? 'unknown'}, ${Math.round(totalmem() / 1024 ** 3)} GB`,
    `PostgreSQL ${server.version}, ${Object.entries(server.settings)
      .map(([name, value]) => `${name}=${value}`)
      .join(', ')}`,
  ];
}

/** Writes bench/results/<name>.json and .md; resolves to their path without the ending. */
export async function save(name: string, markdown: string, data: unknown): Promise<string> {
  const folder = fileURLToPath(new URL('../results/', import.meta.url));
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}${name}.md`, markdown);
  await writeFile(
    `${folder}${name}.json`,
    await format(JSON.stringify(data), { parser: 'json', printWidth: 110 }),
  );
  return `${folder}${name}`;
}
