import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { draftWith, pricesOf, timesOf } from '@/testing/setup/drafts';
import { importInto, notesOf } from '@/testing/setup/imports';
import { eventsOf } from './event-view';
import { readImport } from './import-file';
import { sessionsOf } from './session-view';

const empty = draftWith({ events: [] });
const imported = (file: Uint8Array | string) => importInto(empty, file);
const notes = async (file: Uint8Array | string) => notesOf(await imported(file));
const lines = (...rows: readonly string[]) => rows.join('\r\n');

const head = 'Event;Date;Time;Tariff;Price (EUR)';
const withColumn = (column: string, cell: string) =>
  lines(`${head};${column}`, `Concert;2031-06-01;20:00;Adult;12;${cell}`);

describe('a text whose cells do not fit its heads', () => {
  it('is not read: a decimal comma between commas moves all that follows', async () => {
    const file = lines('Event,Date,Time,Tariff,Price (EUR)', 'Dec,2031-06-01,20:00,A,12,50');
    const result = await imported(file);
    expect(notesOf(result)).toEqual(['surplus | 2 |  | 50']);
    expect(result.draft).toBe(empty);
    expect(await notes(`${file},,,\r\n`)).toEqual(['surplus | 2 |  | 50']);
    expect(await notes(file.replace('12,50', '"12,50"'))).toEqual([]);
    // A head without a name is none.
    expect(await notes(file.replace('(EUR)', '(EUR),'))).toEqual(['surplus | 2 |  | 50']);
  });

  it('may have fewer cells if none of them is needed', async () => {
    const file = lines(`${head};VAT;Capacity`, 'A;2031-06-01;20:00;Adult;12', 'B;2031-06-01;20:00');
    expect(await notes(file)).toEqual([]);
    expect(await notes(lines(head, 'A;2031-06-01'))).toEqual(['missing | 2 | Time | ']);
    expect(await notes(lines(head, 'A;2031-06-01;20:00;Adult'))).toEqual(['missing | 2 | Price (EUR) | ']);
  });

  it.each([
    ['that is not closed', ['"Gala;2031-06-01;20:00', 'Opera;2031-06-02;20:00']],
    ['within a cell', ['"Gala" night;2031-06-01;20:00']],
    ['that joins two rows', ['"Gala;2031-06-01;20:00', '"Opera";2031-06-02;20:00']],
  ])('is not read with a quotation mark %s', async (_, rows) => {
    const file = lines(head, 'Fair;2031-06-01;20:00', ...rows);
    expect(await notes(file)).toContain('quotation_mark | 3 |  | ');
  });

  it('may have quotation marks around cells, with more of them inside', async () => {
    const result = await imported(
      lines(head, '"The ""Gala"";\nby night" ;2031-06-01;20:00', 'Disc 6";2031-06-01;20h'),
    );
    expect(notesOf(result)).toEqual([]);
    expect(eventsOf(result.draft).map(({ name }) => name['en'])).toEqual([
      'The "Gala";\nby night',
      'Disc 6"',
    ]);
  });

  it('has all its rows, also after many empty lines', async () => {
    const file = [head, ...Array.from({ length: 12_000 }, () => ''), 'Gala;2031-06-01;20:00'].join('\n');
    expect((await imported(file)).counts.sessions.added).toBe(1);
  });
});

describe('the letters of a text', () => {
  const words = 'L’œuvre – “l’été” … € Ž';
  const file = lines(head, `${words};2031-06-01;20:00`);
  const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();

  it('are those of Windows-1252 if it is no UTF-8', async () => {
    const codes = new Map(Array.from('‚ƒ„…†‡ˆ‰Š‹Œ').map((letter, index) => [letter, 0x82 + index]));
    for (const [index, letter] of Array.from('‘’“”•–—˜™š›œ').entries()) codes.set(letter, 0x91 + index);
    codes.set('€', 0x80);
    codes.set('Ž', 0x8e);
    codes.set('ž', 0x9e);
    codes.set('Ÿ', 0x9f);
    const all = [...codes.keys()].join('');
    const bytes = (text: string) =>
      new Uint8Array(Array.from(text).map((letter) => codes.get(letter) ?? letter.charCodeAt(0)));
    expect(eventsOf((await imported(bytes(file))).draft)[0]?.name).toEqual({ en: words });
    const every = await imported(bytes(lines(head, `${all};2031-06-01;20:00`)));
    expect(eventsOf(every.draft)[0]?.name).toEqual({ en: all });
  });

  it.each([
    ['UTF-16, little end first', Buffer.from(`\ufeff${file}`, 'utf16le')],
    ['UTF-16, big end first', swapped(Buffer.from(`\ufeff${file}`, 'utf16le'))],
  ])('are those of %s', async (_, bytes) => {
    expect(eventsOf((await imported(new Uint8Array(bytes))).draft)[0]?.name).toEqual({ en: words });
  });

  it('are refused in UTF-16 without a mark', async () => {
    expect(await readImport(new Uint8Array(Buffer.from(file, 'utf16le')))).toBe('unreadable');
  });
});

describe('a spreadsheet', () => {
  const heads = ['Event', 'Date', 'Time', 'Capacity', 'Tariff', 'Price (EUR)', 'VAT'];
  const row = ['Concert', '2031-06-01', '20:00', 100, 'Adult', 12, '10 %'];
  type Cells = Map<string, { formula: string } | { type: 'error'; value: string }>;
  const sheet = async (rows: unknown[][], cells: Cells = new Map()) =>
    writeXlsx({ sheets: [{ name: 'a', rows: rows as string[][], cells }] });

  it.each([...heads.entries()])('names a formula without a result: column %i, %s', async (column, name) => {
    const cells: Cells = new Map([[`1,${column}`, { formula: 'SUM(X1:X9)' }]]);
    const bytes = await sheet([heads, row.map((cell, index) => (index === column ? null : cell))], cells);
    expect(await notes(bytes)).toEqual([`no_result | 2 | ${name} | =SUM(X1:X9)`]);
  });

  it.each(['#REF!', '#N/A', '#DIV/0!', '#NAME?', '#WERT!', '#NV'])('names the error %s', async (value) => {
    for (const [column, name] of heads.entries()) {
      const cells = row.map((cell, index) => (index === column ? value : cell));
      expect(await notes(await sheet([heads, cells]))).toEqual([`error_value | 2 | ${name} | ${value}`]);
    }
    expect(await notes(withColumn('Capacity', value))).toEqual([`error_value | 2 | Capacity | ${value}`]);
  });

  it('names an error in the head of a column, and lets be those of columns that are not read', async () => {
    expect(await notes(await sheet([[...heads, '#REF!'], row]))).toEqual(['error_value | 1 |  | #REF!']);
    const other = await notes(
      await sheet([
        [...heads, 'Note'],
        [...row, '#REF!'],
      ]),
    );
    expect(other).toEqual(['unknown_column |  | Note | ']);
  });

  it('names the sheets and the columns that were not read', async () => {
    const rows = [
      [...heads, '', ''],
      [...row, '', 'ask'],
      [...row.with(1, '2031-06-02'), 'why', 'tell'],
    ];
    const bytes = await writeXlsx({
      sheets: [
        { name: 'June', rows },
        { name: 'July', rows },
      ],
    });
    const result = await imported(bytes);
    expect(notesOf(result)).toEqual([
      'other_sheet |  |  | July',
      'no_head | 2 |  | ask',
      'no_head | 3 |  | why',
    ]);
    expect(result.counts.sessions.added).toBe(2);
  });

  it('has durations of more than a day, and no time at 24:00', async () => {
    const [day, hour] = [86_400_000, 3_600_000];
    const zero = Date.UTC(1899, 11, 31);
    const rows = (time: Date, duration: Date) => [
      ['Event', 'Date', 'Time', 'Duration'],
      ['Concert', '2031-06-01', time, duration],
    ];
    const long = await imported(
      await sheet(rows(new Date(zero + 20 * hour), new Date(zero + day + 1.5 * hour))),
    );
    expect(notesOf(long)).toEqual([]);
    expect(sessionsOf(long.draft, 'concert')).toMatchObject([{ time: '20:00', minutes: 1530 }]);
    const late = rows(new Date(zero + day), new Date(zero + hour));
    expect(await notes(await sheet(late))).toEqual(['time | 2 | Time | 24:00']);
  });
});

describe('a cell that could be read in a wrong way', () => {
  it.each([
    ['Capacity', '1.250', 'count'],
    ['Capacity', '1,250', 'count'],
    ['Capacity', '-5', 'count'],
    ['Capacity', '12.5', 'count'],
    ['Duration', '1.5', 'minutes'],
    ['Duration', '1:75', 'minutes'],
    ['Duration', '-90', 'minutes'],
    ['Duration (hours)', '2', 'minutes'],
    ['Dauer (Std)', '2', 'minutes'],
    ['VAT', '-5', 'rate'],
    ['VAT', '5,5 % net', 'rate'],
    ['VAT', '200', 'rate'],
  ])('is told: %s %s', async (column, cell, code) => {
    expect(await notes(withColumn(column, cell))).toEqual([`${code} | 2 | ${column} | ${cell}`]);
  });

  it.each(['1.250', '1,250', '1.250,00', '-5', '12.505', '12.50.00'])(
    'is told: a price of %s',
    async (price) => {
      expect(await notes(lines(head, `Concert;2031-06-01;20:00;Adult;${price}`))).toEqual([
        `price | 2 | Price (EUR) | ${price}`,
      ]);
    },
  );

  it.each(['24:00', '20:00 pm', '13 am', '8', '20:60', '25h'])('is told: a time of %s', async (time) => {
    expect(await notes(lines(head, `Concert;2031-06-01;${time}`))).toEqual([`time | 2 | Time | ${time}`]);
  });

  it('is told: a date with another time than that of its column, or with more', async () => {
    const of = (date: string) => notes(lines(head, `Concert;${date};20:00`));
    expect(await of('2031-06-01 21:00')).toEqual(['two_times | 2 | Date | 2031-06-01 21:00']);
    expect(await of('2031-06-01 late')).toEqual(['date | 2 | Date | 2031-06-01 late']);
    expect(await of('2031-06-01 20:00')).toEqual([]);
    expect(await of('2031-06-01 00:00:00')).toEqual([]);
  });

  it('is read as it is usually meant', async () => {
    const result = await imported(
      lines(
        `${head};VAT;Capacity;Duration (hours)`,
        'Concert;01/06/31;8:30 pm;Adult;1 250,00;5,5 %;1 250;1:30',
      ),
    );
    expect(notesOf(result)).toEqual(['ambiguous_date | 2 | Date | 01/06/31']);
    expect(timesOf(result.draft)).toEqual(['2031-06-01 20:30']);
    expect(sessionsOf(result.draft, 'concert')).toMatchObject([{ capacity: 1250, minutes: 90 }]);
    expect(pricesOf(result.draft, 'concert-adult')).toEqual({ '2031-06-01': '1250.00' });
  });

  it.each(['Price (net)', 'Prix (HT)', 'Preis (netto)', 'Price (excl. VAT)'])(
    'is not read: prices without tax, %s',
    async (name) => {
      const file = lines(`Event;Date;Time;Tariff;${name}`, 'Concert;2031-06-01;20:00;Adult;12');
      expect(await notes(file)).toEqual(['missing | 2 | price | ', `unknown_column |  | ${name} | `]);
    },
  );

  it('is told: a row that is there twice, a high rate, and what nothing refers to', async () => {
    const file = lines(
      `${head};VAT;Address;Place`,
      'Concert;2031-06-01;20:00;Adult;12;50;;',
      'Concert;2031-06-01;20:00;Adult;12;50;;',
      'Opera;2031-06-01;20:00;;;10;1 street;',
    );
    expect(await notes(file)).toEqual([
      'high_rate | 2 | VAT | 50',
      'same_again | 3 |  | Concert, 2031-06-01 20:00',
      'not_read | 4 | VAT | 10',
      'not_read | 4 | Address | 1 street',
    ]);
  });

  it('is told: a text that is too long', async () => {
    const result = await notes(withColumn('Description', 'a'.repeat(20_001)));
    expect(result).toEqual([`too_long | 2 | Description | ${'a'.repeat(100)}`]);
  });
});
