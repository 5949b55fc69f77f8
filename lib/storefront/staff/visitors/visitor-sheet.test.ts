import { parseCsv } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import { createTranslator } from 'next-intl';
import { expect, it } from 'vitest';
import { messages } from '../../../locale/messages';
import type { Visitor } from '../../../shop/flows/lookup/read-visitors';
import { type SpreadsheetFormat, spreadsheetStream } from '../report/spreadsheet';
import { visitorSheet } from './visitor-sheet';

/** Whose name was erased. */
const erased = (one: Visitor): Visitor => ({
  ...one,
  id: '2',
  name: null,
  answers: [],
  status: 'valid',
  redeemedAt: null,
  seat: null,
});

const visitor: Visitor = {
  id: '1',
  group: 'K7MQ-3XTD',
  reference: 'K7MQ-3XTD',
  checkoutId: null,
  name: { firstname: '=cmd()', lastname: 'Łukasz' },
  buyer: null,
  tariff: 'Adult',
  status: 'redeemed',
  redeemedAt: '2027-06-01T07:51:12.000Z',
  seat: { name: 'stalls/F/12', section: 'Stalls', row: 'F', number: '12' },
  answers: [{ label: '=Diet', value: '@vegan' }],
  email: 'a@b.test',
  notes: ['=first', 'second'],
  phone: '+33 1 23',
};

async function file(format: SpreadsheetFormat): Promise<Uint8Array> {
  const { reports, lists } = messages.en;
  const of = { locale: 'en', messages: { reports, lists } } as const;
  const list = {
    event: 'Boat',
    session: null,
    occursAt: '2027-06-01T10:00:00+02:00',
    day: '2027-06-01',
    timezone: 'Europe/Paris',
    isCut: false,
    visitors: [visitor, erased(visitor)],
  };
  const sheet = visitorSheet(list, 'en', {
    words: createTranslator({ ...of, namespace: 'lists.visitors' }),
    columns: createTranslator({ ...of, namespace: 'reports.exports' }),
  });
  expect(sheet.fileName).toBe('visitors-2027-06-01-1000');
  return new Uint8Array(await new Response(spreadsheetStream(format, sheet)).arrayBuffer());
}

it('a list of who comes as CSV has a column for each question, and no formula in any cell', async () => {
  const [head = [], first = [], second = []] = parseCsv(new TextDecoder().decode(await file('csv')));
  expect(head.slice(-3)).toEqual(['E-mail', 'Notes', "'=Diet"]);
  expect(head[4]).toBe('Admitted (Europe/Paris)');
  expect(first).toEqual([
    'Łukasz',
    "'=cmd()",
    'Adult',
    'Used',
    '2027-06-01 09:51:00',
    'K7MQ-3XTD',
    expect.stringContaining('12'),
    "'+33 1 23",
    'a@b.test',
    "'=first · second",
    "'@vegan",
  ]);
  expect(second.slice(0, 5)).toEqual(['', '', 'Adult', 'Valid', '']);
});

it('as XLSX it has the same cells', async () => {
  const { sheets } = await readXlsx(await file('xlsx'));
  const [head = [], first = []] = sheets[0]?.rows ?? [];
  expect(head.at(-1)).toBe('=Diet');
  expect(first.slice(0, 4)).toEqual(['Łukasz', '=cmd()', 'Adult', 'Used']);
  expect(first.at(-1)).toBe('@vegan');
});
