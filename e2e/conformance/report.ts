import type { Result } from './check';

interface Row {
  section: string;
  checks: number;
  passed: number;
  failed: number;
  notShown: number;
}

/** The table, then each failure in full, then what this server did not show. */
export function report(results: readonly Result[]): string {
  const rows = [...new Set(results.map(({ section }) => section))].sort(bySection).map((section) =>
    rowOf(
      section,
      results.filter((result) => result.section === section),
    ),
  );
  return [table([...rows, rowOf('all', results)]), failures(results), unseen(results)]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** §2.10 comes after §2.9. */
function bySection(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

function rowOf(section: string, results: readonly Result[]): Row {
  const count = (kind: Result['outcome']['kind']) =>
    results.filter(({ outcome }) => outcome.kind === kind).length;
  return {
    section,
    checks: results.length,
    passed: count('passed'),
    failed: count('failed'),
    notShown: count('not shown'),
  };
}

function table(rows: readonly Row[]): string {
  const line = (section: string, counts: readonly (string | number)[]) =>
    [section.padEnd(8), ...counts.map((count) => String(count).padStart(10))].join('');
  return [
    line('section', ['checks', 'passed', 'failed', 'not shown']),
    ...rows.map((row) => line(row.section, [row.checks, row.passed, row.failed, row.notShown])),
  ].join('\n');
}

function failures(results: readonly Result[]): string {
  const sections = results.flatMap(({ section, title, outcome }) =>
    outcome.kind === 'failed'
      ? [
          `${section} ${title}\n  expected  ${outcome.expected}\n  got       ${outcome.got}\n  request   ${outcome.request}`,
        ]
      : [],
  );
  return sections.length === 0 ? '' : ['FAILED', ...sections].join('\n\n');
}

function unseen(results: readonly Result[]): string {
  const sections = results.flatMap(({ section, title, outcome }) =>
    outcome.kind === 'not shown' ? [`${section} ${title}\n  ${outcome.why}`] : [],
  );
  return sections.length === 0 ? '' : ['NOT SHOWN BY THIS SERVER', ...sections].join('\n\n');
}
