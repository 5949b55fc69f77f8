import { asMarkdown, isReached, type Line, machineConditions, save } from '../tools/report';
import type { SoakEnvironment } from './environment';
import { kinds } from './tally';
import { goalsOf, type Outcome, programs } from './verdict';
import type { Sample } from './watch';

/** Writes the figures to bench/results/; resolves to them as markdown, and to the missed goals. */
export async function reportOf(
  outcome: Outcome,
  { server }: SoakEnvironment,
  samples: readonly Sample[],
): Promise<{ markdown: string; missed: Line[] }> {
  const lines = goalsOf(outcome);
  const { settings, quarters, counts, books } = outcome;
  const conditions = [
    ...(await machineConditions(process.cwd(), server)),
    `${settings.minutes} minutes; NODE_OPTIONS: ${process.env['NODE_OPTIONS'] ?? 'none'}; memory is the resident set, each ${settings.sampleSeconds} s`,
  ];
  const notes = [
    `${books.paid} purchases were paid, ${books.ordered} of them ordered.`,
    ...counts.missing.map((what) => `Not done: ${what}.`),
    ...books.unmatched,
    ...counts.reasons,
  ];
  const tables = [quarterTable(outcome), answerTable(outcome), workTable(outcome)];
  const markdown = [await asMarkdown({ lines, notes }, conditions), ...tables].join('\n');
  const name = `${new Date().toISOString().slice(0, 16).replace(':', '')}-soak-${settings.minutes}-minutes`;
  const path = await save(name, markdown, { conditions, lines, quarters, counts, books, samples });
  return {
    markdown: `${markdown}\n${path}.{md,json}\n`,
    missed: lines.filter((line) => isReached(line) === false),
  };
}

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  `${[head, head.map(() => '---'), ...rows].map(row).join('\n')}\n`;

function quarterTable({ quarters }: Outcome): string {
  const head = ['Program', 'Quarter', 'Median MB', 'Peak MB', 'Cores', '/healthz p50 ms', 'p99 ms'];
  const rows = programs.flatMap((name) =>
    quarters[name].map((quarter) => [
      name,
      quarter.name,
      quarter.median.toFixed(0),
      quarter.peak.toFixed(0),
      quarter.cores.toFixed(2),
      quarter.p50.toFixed(1),
      quarter.p99.toFixed(0),
    ]),
  );
  return table(head, rows);
}

function answerTable({ counts: { answers } }: Outcome): string {
  const classes = ['2xx', '3xx', '4xx', '5xx', '503'];
  return table(
    ['Program', ...classes.map((name) => (name === '503' ? '503 with Retry-After' : name))],
    programs.map((name) => [name, ...classes.map((one) => answers[name][one] ?? 0)]),
  );
}

function workTable({ counts: { done } }: Outcome): string {
  return table(
    ['Clients', 'What they did', 'Times'],
    kinds.flatMap((kind) => Object.entries(done[kind]).map(([what, times]) => [kind, what, times])),
  );
}
