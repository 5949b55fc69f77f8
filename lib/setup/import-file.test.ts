import { deflateRawSync } from 'node:zlib';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { draftWith, event, pricesOf, product, session, timesOf } from '@/testing/setup/drafts';
import { feedSchema } from '../contract/feed';
import { languages } from '../locale/languages';
import { eventsOf } from './event-view';
import { importColumns, templateHead } from './import-columns';
import { readImport } from './import-file';
import { mergeImport, type MergedImport } from './merge-import';
import { productsOf } from './product-view';
import { sessionsOf } from './session-view';

const empty = draftWith({ events: [] });
const today = '2031-01-01';
const utf8 = (text: string) => new TextEncoder().encode(text);

async function imported(bytes: Uint8Array | string, draft = empty): Promise<MergedImport> {
  const reading = await readImport(typeof bytes === 'string' ? utf8(bytes) : bytes);
  if (typeof reading === 'string') throw new Error(`The file is ${reading}.`);
  return mergeImport(draft, reading, today);
}

const notes = ({ errors, warnings }: MergedImport) =>
  [...errors.first, ...warnings.first].map(({ code, row, column, value }) =>
    [code, row, column, value].join(' | '),
  );

const drafted = (result: MergedImport) => {
  expect(result.errors.first).toEqual([]);
  expect(feedSchema.safeParse(result.draft).error?.issues).toBeUndefined();
  return result.draft;
};

const rows = [
  ['Titre', 'Date', 'Heure', 'Durée', 'Jauge', 'Lieu', 'Tarif', 'Prix TTC (€)', 'TVA'],
  ['Fête', '01/06/2031', '20h00', '1h30', '120', 'Théâtre', 'Plein', '18,50', '5,5 %'],
  ['Fête', '01/06/2031', '20h00', '1h30', '120', 'Théâtre', 'Réduit', '9', '5,5 %'],
  ['Fête', '15/06/2031', '17h', '1h30', '', 'Théâtre', 'Plein', '20', '5,5 %'],
];
const csv = (separator: string, lines: readonly (readonly string[])[] = rows) =>
  lines
    .map((line) => line.map((cell) => (cell.includes(separator) ? `"${cell}"` : cell)).join(separator))
    .join('\r\n');

describe('a table as a text', () => {
  it('makes events, sessions and tariffs', async () => {
    const result = await imported(csv(';'));
    const draft = drafted(result);
    expect(notes(result)).toEqual([]);
    expect(result.counts).toEqual({
      events: { added: 1, changed: 0 },
      sessions: { added: 2, changed: 0 },
      products: { added: 2, changed: 0 },
      prices: 3,
      first: '2031-06-01',
      last: '2031-06-15',
    });
    expect(eventsOf(draft)).toMatchObject([
      { key: 'fete', name: { en: 'Fête' }, place: { name: 'Théâtre' } },
    ]);
    expect(sessionsOf(draft, 'fete')).toMatchObject([
      { day: '2031-06-01', time: '20:00', minutes: 90, capacity: 120 },
      { day: '2031-06-15', time: '17:00', minutes: 90, capacity: null },
    ]);
    expect(productsOf(draft)).toMatchObject([
      { key: 'fete-plein', name: { en: 'Fête, Plein' }, vatRate: 0.055 },
      { key: 'fete-reduit', name: { en: 'Fête, Réduit' }, vatRate: 0.055 },
    ]);
    expect(pricesOf(draft, 'fete-plein')).toEqual({ '2031-06-01': '18.50', '2031-06-15': '20.00' });
    expect(pricesOf(draft, 'fete-reduit')).toEqual({ '2031-06-01': '9.00' });
  });

  it.each([
    ['commas', utf8(csv(','))],
    ['tabs', utf8(csv('\t'))],
    ['a named separator', utf8(`sep=;\r\n${csv(';')}`)],
    ['a byte order mark', utf8(`\ufeff${csv(';')}`)],
    ['letters of Windows', new Uint8Array(Buffer.from(csv(';').replace('€', 'EUR'), 'latin1'))],
    ['two bytes a letter', new Uint8Array(Buffer.from(`\ufeff${csv('\t')}`, 'utf16le'))],
    ['empty lines', utf8(csv(';').replaceAll('\r\n', '\r\n;;;\r\n\r\n'))],
  ])('is read with %s', async (_, bytes) => {
    expect(drafted(await imported(bytes))).toEqual(drafted(await imported(csv(';'))));
  });

  it('is read in each of our languages', async () => {
    for (const language of languages) {
      const head = importColumns.map((column) => templateHead(column, language));
      const line = [
        'Concert',
        'Music',
        'Hall',
        '1 street',
        '2031-06-01',
        '20:00',
        '90',
        '100',
        'Adult',
        '18.00',
        '10',
      ];
      const result = await imported(csv(';', [head, line]));
      expect(notes(result)).toEqual([]);
      expect(pricesOf(drafted(result), 'concert-adult')).toEqual({ '2031-06-01': '18.00' });
    }
  });

  it('is read from a spreadsheet', async () => {
    const head = ['Event', 'Date', 'Time', 'Duration', 'Capacity', 'Tariff', 'Price', 'VAT'];
    const day = new Date('2031-06-01T00:00:00Z');
    const sheet = [
      head,
      ['Concert', day, new Date('1899-12-30T20:00:00Z'), 90, 100, 'Adult', 18.5, 0.055],
      ['Concert', new Date('2031-06-02T19:30:00Z'), null, '1:30', '1 200', 'Adult', '€ 20', '5.5%'],
      [null, null],
      ['Concert', '2031-06-03', 0.875, null, null, null, null, null],
    ];
    const result = await imported(await writeXlsx({ sheets: [{ name: 'Sessions', rows: sheet }] }));
    expect(notes(result)).toEqual(['rate_as_fraction | 2 | VAT | 0.055', 'no_currency | 2 | Price | 18.5']);
    // Each rate of a column of per cents is told once, so that other warnings are not cut off.
    const many = Array.from({ length: 300 }, (_, index) => [
      'Concert',
      day,
      new Date('1899-12-30T20:00:00Z'),
      90,
      100,
      `Tariff ${index}`,
      '18.50 €',
      index < 299 ? 0.055 : 0.2,
    ]);
    const told = await imported(await writeXlsx({ sheets: [{ name: 'Sessions', rows: [head, ...many] }] }));
    expect(notes(told)).toEqual(['rate_as_fraction | 2 | VAT | 0.055', 'rate_as_fraction | 301 | VAT | 0.2']);
    const draft = drafted(result);
    expect(timesOf(draft)).toEqual(['2031-06-01 20:00', '2031-06-02 19:30', '2031-06-03 21:00']);
    expect(sessionsOf(draft, 'concert').map(({ minutes, capacity }) => [minutes, capacity])).toEqual([
      [90, 100],
      [90, 1200],
      [null, null],
    ]);
    expect(pricesOf(draft, 'concert-adult')).toEqual({ '2031-06-01': '18.50', '2031-06-02': '20.00' });
  });
});

describe('what is not clear', () => {
  const line = (date: string, price = '5 €', tariff = 'Adult') => ['Concert', date, '20:00', tariff, price];
  const head = ['Event', 'Date', 'Time', 'Tariff', 'Price'];

  it('is told with its row and column', async () => {
    const wrong = [
      [...head, 'Colour', 'Capacity'],
      ['', '31.02.2031', '25:00', '', '5 €', 'red', 'many'],
      ['Concert', '', '', 'Adult', '', '', ''],
      ['Concert', '2031-06-01', '20:00', 'Adult', '5 CHF'],
      ['Concert', '2031-06-01', '20:00', 'Adult', '1.234'],
    ];
    const result = await imported(csv(';', wrong));
    expect(result.draft).toBe(empty);
    expect(notes(result)).toEqual([
      'date | 2 | Date | 31.02.2031',
      'time | 2 | Time | 25:00',
      'count | 2 | Capacity | many',
      'missing | 2 | Event | ',
      'missing | 2 | Tariff | ',
      'missing | 3 | Date | ',
      'missing | 3 | Time | ',
      'missing | 3 | Price | ',
      'currency | 4 | Price | 5 CHF',
      'price | 5 | Price | 1.234',
      'unknown_column |  | Colour | ',
    ]);
  });

  it('is a date that could be two, unless another one of the column tells', async () => {
    const both = await imported(csv(';', [head, line('03/04/2031')]));
    expect(notes(both)).toEqual(['ambiguous_date | 2 | Date | 03/04/2031']);
    expect(timesOf(drafted(both))).toEqual(['2031-04-03 20:00']);
    const american = await imported(csv(';', [head, line('03/04/2031'), line('03/24/2031')]));
    expect(notes(american)).toEqual([]);
    expect(timesOf(drafted(american))).toEqual(['2031-03-04 20:00', '2031-03-24 20:00']);
    const mixed = await imported(csv(';', [head, line('24/03/2031'), line('03/24/2031')]));
    expect(notes(mixed)).toEqual(['date | 3 | Date | 03/24/2031']);
  });

  it('is a price without a currency, told once', async () => {
    const result = await imported(csv(';', [head, line('2031-06-01', '5'), line('2031-06-02', '6')]));
    expect(notes(result)).toEqual(['no_currency | 2 | Price | 5']);
    const foreign = await imported(
      csv(';', [
        ['Event', 'Date', 'Time', 'Price (CHF)'],
        ['Concert', '2031-06-01', '20:00', ''],
      ]),
    );
    expect(notes(foreign)).toEqual(['currency |  | Price (CHF) | ']);
  });

  it('is a tariff with two prices on a day', async () => {
    const later = ['Concert', '2031-06-01', '22:00', 'adult', '6 €'];
    const result = await imported(csv(';', [head, line('2031-06-01'), later]));
    expect(notes(result)).toEqual(['price_conflict | 3 | Price | 6.00']);
  });

  it('is what rows of the same thing say differently: the first counts', async () => {
    const sheet = [
      [...head, 'Place', 'Capacity'],
      [...line('2031-06-01'), 'Hall', '10'],
      [...line('2031-06-01', '3 €', 'Child'), 'Park', '20'],
    ];
    const result = await imported(csv(';', sheet));
    expect(notes(result)).toEqual(['differs | 3 | Place | Park', 'differs | 3 | Capacity | 20']);
    expect(sessionsOf(drafted(result), 'concert')[0]?.capacity).toBe(10);
  });

  it('is a time that the clocks skip, and a day that is over', async () => {
    const sheet = [head, ['Concert', '2031-03-30', '02:30', '', ''], line('2030-06-01')];
    const result = await imported(csv(';', sheet));
    expect(notes(result)).toEqual([
      'skipped_time | 2 |  | 2031-03-30 02:30',
      'past | 3 |  | 2030-06-01 20:00',
    ]);
  });

  it('is a file without the columns that are needed, or with one of them twice', async () => {
    const result = await imported(
      csv(';', [
        ['Titel', 'Veranstaltung', 'Tag'],
        ['Concert', 'Concert', '2031-06-01'],
      ]),
    );
    expect(notes(result)).toEqual(['column_twice |  | Veranstaltung | ', 'no_column |  |  | time']);
    expect(result.draft).toBe(empty);
  });
});

describe('an import into what is there', () => {
  const sessions = [session('2031-06-01T20:00:00+02:00', { tag: 'gala' }), session('2031-06-05T18:00:00Z')];
  const adult = product({ '2031-06-01': '10.00', '2031-06-05': '10.00' }, { name: { en: 'Adult' } });
  const other = product({ '2031-06-01': '4.00', '2031-06-05': '4.00' }, { key: 'other' });
  const draft = draftWith({ events: [event({ sessions })], products: [adult, other] });
  const sheet = [
    ['Event', 'Date', 'Time', 'Capacity', 'Tariff', 'Price €', 'Place'],
    ['CONCERT', '2031-06-01', '20:00', '50', 'adult', '12', 'Hall'],
    ['Concert', '2031-06-02', '20:00', '60', 'Adult', '13', 'Hall'],
  ];

  it('changes what the file says, adds what is new, and removes nothing', async () => {
    const result = await imported(csv(';', sheet), draft);
    const merged = drafted(result);
    expect(result.counts).toMatchObject({
      events: { added: 0, changed: 1 },
      sessions: { added: 1, changed: 1 },
      products: { added: 0, changed: 1 },
      prices: 2,
    });
    expect(timesOf(merged)).toEqual(['2031-06-01 20:00', '2031-06-02 20:00', '2031-06-05 20:00']);
    expect(merged.events[0]).toMatchObject({
      sessions: [{ tag: 'gala', capacity: 50 }, {}, { capacity: 60 }],
    });
    expect(pricesOf(merged)).toEqual({ '2031-06-01': '12.00', '2031-06-02': '13.00', '2031-06-05': '10.00' });
    // A tariff that the file does not name has the new day, too.
    expect(pricesOf(merged, 'other')).toEqual({
      '2031-06-01': '4.00',
      '2031-06-02': '4.00',
      '2031-06-05': '4.00',
    });
  });

  it('changes nothing the second time', async () => {
    const once = drafted(await imported(csv(';', sheet), draft));
    const again = await imported(csv(';', sheet), once);
    expect(drafted(again)).toEqual(once);
    expect(again.counts).toMatchObject({
      events: { changed: 0 },
      sessions: { added: 0, changed: 0 },
      products: { changed: 0 },
      prices: 0,
    });
  });
});

/** A ZIP with one file; `declared`: its length as the directory says it. */
function zipOf(content: Buffer, declared: number): Uint8Array {
  const name = Buffer.from('[Content_Types].xml');
  const packed = deflateRawSync(content);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(declared, 22);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt32LE(declared, 24);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(local.length + name.length + packed.length, 16);
  return Buffer.concat([local, name, packed, entry, name, end]);
}

describe('a file that is none', () => {
  it.each([
    ['nothing', utf8(''), 'empty'],
    ['empty lines', utf8('\n;;\n'), 'empty'],
    ['too long', new Uint8Array(5_000_001), 'too_large'],
    ['too many rows', utf8('a\n'.repeat(10_002)), 'too_many_rows'],
    ['an old spreadsheet', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), 'old_format'],
    ['a picture', new Uint8Array([0x89, 0x50, 0, 0]), 'unreadable'],
    ['a ZIP without an end', new Uint8Array([0x50, 0x4b, 3, 4, 0]), 'unreadable'],
    ['a ZIP of something else', zipOf(Buffer.from('<Types/>'), 8), 'unreadable'],
    ['a ZIP that says how much it unpacks', zipOf(Buffer.alloc(60_000_000), 60_000_000), 'too_large'],
    ['a ZIP that says too little', zipOf(Buffer.alloc(60_000_000), 1000), 'unreadable'],
    ['a ZIP that does not say it', zipOf(Buffer.alloc(60_000_000), 0), 'unreadable'],
  ])('is refused: %s', async (_, bytes, problem) => {
    expect(await readImport(bytes)).toBe(problem);
  });

  it('may have formulas, whose results count: one without a result is told', async () => {
    const cell = { formula: 'HYPERLINK("https://example.com")' };
    const sheet = {
      name: 'a',
      rows: [
        ['Event', 'Date', 'Time'],
        ['=1+1', '2031-06-01', null],
      ],
      cells: new Map([['1,2', cell]]),
    };
    const result = await imported(await writeXlsx({ sheets: [sheet] }));
    expect(notes(result)).toEqual(['no_result | 2 | Time | =HYPERLINK("https://example.com")']);
  });

  it('may be very wide', async () => {
    const wide = ['Event', 'Date', 'Time', ...Array.from({ length: 500 }, (__, index) => `x${index}`)];
    const result = await imported(csv(';', [wide, ['Concert', '2031-06-01', '20:00']]));
    expect(result.warnings.first.map(({ code }) => code)).toContain('too_wide');
    expect(result.warnings.count).toBe(98);
    expect(timesOf(drafted(result))).toEqual(['2031-06-01 20:00']);
  });
});
