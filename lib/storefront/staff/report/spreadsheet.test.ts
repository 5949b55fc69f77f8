import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { parseCsv } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { endUnread, type SpreadsheetColumn, type SpreadsheetRow, spreadsheetStream } from './spreadsheet';

const columns: SpreadsheetColumn[] = [
  { header: 'Name', kind: 'text' },
  { header: 'Amount', kind: 'amount' },
  { header: 'Rate', kind: 'rate' },
  { header: 'Day', kind: 'day' },
  { header: 'Time', kind: 'time' },
];
const rowOf = (name: string, amount = '-5.50'): SpreadsheetRow => [
  name,
  amount,
  '0.055',
  '2026-11-25',
  '2026-11-25 23:59:30',
];

async function* listed(rows: readonly SpreadsheetRow[]) {
  await Promise.resolve();
  yield* rows;
}

async function file(format: 'csv' | 'xlsx', rows: readonly SpreadsheetRow[], mostRows?: number) {
  const sheet = { name: 'Orders', columns, rows: listed(rows) };
  const stream = spreadsheetStream(format, mostRows === undefined ? sheet : { ...sheet, mostRows });
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const hostile = [
  '=cmd()',
  '+33 6',
  '-1+1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  ' =1',
  '＝1',
  '|calc',
  '=HYPERLINK("http://x")',
];

/** As spreadsheet programs see it, without spaces and quotation marks at its beginning. */
function isFormula(cell: string): boolean {
  const shown = cell.replace(/^[\s"]+/, '').replace(/"$/, '');
  return /^[=+\-@|＝＋－＠]/u.test(shown) && !/^-\d+\.\d\d(,.*)?$/.test(shown);
}

describe('a CSV file', () => {
  it('begins with the byte order mark, and has amounts and times as they are', async () => {
    const bytes = await file('csv', [rowOf('Zoë, "Ada"\nMartin')]);
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const text = new TextDecoder().decode(bytes);
    expect(parseCsv(text)).toEqual([
      columns.map(({ header }) => header),
      ['Zoë, "Ada" Martin', '-5.50', '0.055', '2026-11-25', '2026-11-25 23:59:30'],
    ]);
  });

  it.each(hostile)('has no formula made of the text %j', async (name) => {
    const [, row] = parseCsv(new TextDecoder().decode(await file('csv', [rowOf(name)])));
    expect(row?.[0]).toBe(name.replace(/[\t\r]/, ' ').replace(/^ */, "$&'"));
  });

  it.each([
    ['Ann;=HYPERLINK("http://x")', 'Ann;\'=HYPERLINK("http://x")'],
    ['Ann|+1', "Ann|'+1"],
    ['Ann, -1', "Ann, '-1"],
    ['Ann\t@x\n=1', 'Ann @x =1'],
    ['Anne-Marie; Jean - Paul', 'Anne-Marie; Jean - Paul'],
  ])('has the text %j as %j', async (name, expected) => {
    const [, row] = parseCsv(new TextDecoder().decode(await file('csv', [rowOf(name)])));
    expect(row?.[0]).toBe(expected);
  });

  it('has no formula in any cell, at whatever separator a program splits it', async () => {
    const pieces = fc.constantFrom(...'=+-@|＝;,"\'\t\r\n\u2028\u0085 a1'.split(''));
    const texts = fc.array(fc.oneof(pieces, fc.string({ maxLength: 3 })), { maxLength: 12 });
    const cells = texts.map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(cells, { minLength: 1, maxLength: 5 }), async (names) => {
        const text = new TextDecoder().decode(
          await file(
            'csv',
            names.map((name) => rowOf(name)),
          ),
        );
        const lines = text.split(/[\r\n\u2028\u2029\u0085]+/).filter((line) => line !== '');
        expect(lines).toHaveLength(names.length + 1);
        for (const delimiter of [';', ',', '|', '\t']) {
          const read = [...lines.map((line) => line.split(delimiter)), ...parseCsv(text, { delimiter })];
          expect(read.flat().map(String).filter(isFormula)).toEqual([]);
        }
        expect(text.split('"').filter((cell) => !cell.startsWith(',') && isFormula(cell))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('is made in time of a long name that is only quotation marks', async () => {
    const rows = [rowOf('" '.repeat(100_000)), rowOf(' '.repeat(200_000))];
    expect(parseCsv(new TextDecoder().decode(await file('csv', rows)))).toHaveLength(3);
  });

  it('has only its header if there are no rows', async () => {
    const text = new TextDecoder().decode(await file('csv', []));
    expect(parseCsv(text)).toHaveLength(1);
  });
});

describe('an XLSX file', () => {
  it('has real numbers and dates, and every text as text', async () => {
    const { sheets } = await readXlsx(
      await file(
        'xlsx',
        [...hostile, 'a\u0001b'].map((name) => rowOf(name)),
      ),
    );
    const [, first, ...others] = sheets[0]?.rows ?? [];
    const times = [new Date('2026-11-25T00:00:00Z'), new Date('2026-11-25T23:59:30Z')];
    expect(first).toEqual(['=cmd()', -5.5, 0.055, ...times]);
    expect(others.map(([name]) => name).at(-1)).toBe('a\ufffdb');
    expect(sheets[0]?.cells?.get('1,0')?.formula).toBeUndefined();
  });

  it('continues on another sheet, with its header', async () => {
    const rows = Array.from({ length: 5 }, (_, index) => rowOf(`n${index}`));
    const { sheets } = await readXlsx(await file('xlsx', rows, 3));
    expect(sheets.map(({ name, rows: own }) => [name, own.length, own[0]?.[0]])).toEqual([
      ['Orders', 3, 'Name'],
      ['Orders_2', 3, 'Name'],
      ['Orders_3', 2, 'Name'],
    ]);
  });
});

/** Rows without end; `taken` counts them, `ended` says that they are not read any more. */
function endless() {
  const state = { taken: 0, ended: false };
  async function* rows(): AsyncGenerator<SpreadsheetRow> {
    try {
      for (;;) {
        await Promise.resolve();
        state.taken += 1;
        yield rowOf(`Customer ${state.taken}`);
      }
    } finally {
      state.ended = true;
    }
  }
  return { state, rows: rows() };
}

describe.each(['csv', 'xlsx'] as const)('a reader of %s', (format) => {
  const open = (milliseconds: number) => {
    const { state, rows } = endless();
    const ends: unknown[] = [];
    const stream = spreadsheetStream(format, { name: 'Orders', columns, rows });
    const reader = endUnread(stream, milliseconds, (error) => ends.push(error)).getReader();
    return { state, ends, reader };
  };

  it('that is slow gets few rows ahead, and that leaves ends them', async () => {
    const { state, ends, reader } = open(60_000);
    while (state.taken === 0) await reader.read();
    const before = state.taken;
    for (let turn = 0; turn < 200; turn += 1) await setImmediate();
    expect(state.taken - before).toBeLessThan(20_000);
    await reader.cancel();
    expect(state.ended).toBe(true);
    expect(ends).toEqual([undefined]);
  });

  it('that never reads on loses the file', async () => {
    const { state, ends, reader } = open(5);
    while (state.taken === 0) await reader.read();
    await expect(reader.closed).rejects.toThrow('was not read on');
    await expect.poll(() => state.ended).toBe(true);
    expect(ends).toHaveLength(1);
  });
});
