import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { admissionsInputSchema } from './admission';
import { cancelOrderInputSchema } from './cancellation';
import { overrideInput, removalInput } from './catalog-override';
import { customerSchema } from './customer';
import { createOrdersInputSchema } from './order';
import { createReservationsInputSchema } from './reservation';
import { ticketCode } from './ticket-code';
import { ticketStatesInputSchema } from './ticket-states';
import { typedEmail, typedText, typedWords } from './typed-text';
import { applyVoucherInput, comparableCode, removeVoucherInput, voucherInput, voucherPatch } from './voucher';

/** Zero width, soft hyphen, direction marks, overrides and isolates, word joiner, byte order mark, filler. */
const unseen = [
  '\u200b',
  '\u00ad',
  '\u200e',
  '\u200f',
  '\u202e',
  '\u2066',
  '\u2069',
  '\u2060',
  '\ufeff',
  '\u3164',
];
const spaces = ['\u00a0', '\u202f', '\u2009', '\u3000', '\t', '\n'];
const hyphens = ['\u2010', '\u2011', '\u2013', '\u2212', '\ufe63'];

describe('a text that is compared', () => {
  it.each(unseen)('has no %j', (character) => {
    expect(typedText(`${character}SUM${character}MER${character}`)).toBe('SUMMER');
  });
  it.each(spaces)('has a plain space for %j', (space) => {
    expect(typedText(`${space}4821${space}${space}0093${space}`)).toBe('4821 0093');
  });
  it.each(hyphens)('has a plain hyphen for %j', (hyphen) => {
    expect(typedText(`7KQ${hyphen}X4M`)).toBe('7KQ-X4M');
  });
  it('has letters and digits in their usual form', () => {
    expect(typedText('Ａ１ e\u0301')).toBe('A1 é');
  });
  it('is the same when it is folded again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(typedText(typedText(text))).toBe(typedText(text));
        expect(typedWords(typedWords(text))).toBe(typedWords(text));
        expect(typedEmail(typedEmail(text))).toBe(typedEmail(text));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a name', () => {
  it.each(['ن\u200cب', 'ක\u0dca\u200dර', 'ן\u200fב', '葛\u{e0100}', 'O’Neill', '–'])(
    'keeps its spelling: %j',
    (name) => {
      expect(typedWords(name)).toBe(name);
    },
  );
  it.each([
    ['\u2068Zoë\u2069', 'Zoë'],
    ['Ma\u00adria\u00a0José\u200b', 'Maria José'],
    ['\u200e Zoë \u200f', 'Zoë'],
    ['\u200b\u200d\u3164', ''],
    ['Maria\tJosé\t', 'Maria José'],
  ])('%j is %j', (typed, name) => {
    expect(typedWords(typed)).toBe(name);
  });
});

const { email, phone, firstname } = customerSchema.shape;

describe('an e-mail address', () => {
  it.each([
    ['a\u200bnn@exam\u00adple.test\u00a0', 'ann@example.test'],
    ['\u202aann\u2011lee@example.test\u202c', 'ann-lee@example.test'],
    ['ann＠example．test', 'ann@example.test'],
    ['o’neill@example.test', "o'neill@example.test"],
    ['post@müller.example', 'post@xn--mller-kva.example'],
    ['post@пример.рф', 'post@xn--e1afmkfd.xn--p1ai'],
    ['post@example.xn--p1ai', 'post@example.xn--p1ai'],
  ])('%j is %j', (typed, address) => {
    expect(email.parse(typed)).toBe(address);
  });
  // Not every mail server, and no payment provider, accepts other letters before the @.
  it.each([
    'jörg@example.test',
    'a@b@c.test',
    'a@b.test/\u200bü',
    'a@b.test:80ü',
    'a b@c.test',
    'ann@example.xn--',
  ])('%j is none', (typed) => {
    expect(email.safeParse(typed).success).toBe(false);
  });
});

describe('a phone number', () => {
  it.each([
    ['\u202a+33\u00a01\u202f23\u201145\u20116789\u202c', '+33 1 23-45-6789'],
    ['+33 1 23 45 67 89 ext. 5', '+33 1 23 45 67 89 ext. 5'],
    ['020 7946 0018 x12', '020 7946 0018 x12'],
    ['01 23 45 67 89 poste 205', '01 23 45 67 89 poste 205'],
    ['＋49 30 1234567, Durchwahl 8', '+49 30 1234567, Durchwahl 8'],
  ])('%j is %j', (typed, number) => {
    expect(phone.parse(typed)).toBe(number);
  });
  it.each(['12', '+33 1 23 45 67 89 ext.', 'ext. 5', '+33 1 23 45 67 89 and 5'])('%j is none', (typed) => {
    expect(phone.safeParse(typed).success).toBe(false);
  });
});

it('codes of vouchers and tickets have the same form however they were pasted', () => {
  expect(comparableCode('\ufeffsum\u00admer\u201127\u200b')).toBe('SUMMER27');
  expect(ticketCode('H4TK\u20119QWE\u00a02MBX\u200b')).toBe('H4TK-9QWE-2MBX');
  expect(ticketCode('Ｈ４ＴＫ9QWE2MBX')).toBe('H4TK-9QWE-2MBX');
});

/** What a person could have typed for each member of the requests; `null`: only programs write it. */
const samples: Readonly<Record<string, string | null>> = {
  firstname: 'Zoë',
  lastname: 'Ångström',
  email: 'zoe@example.test',
  phone: '+33 1 23 45 67 89',
  code: 'H4TK-9QWE-2MBX',
  entrance: 'North gate',
  reason: 'a mistake',
  // Of a select, a checkbox, a link or another program.
  ticket: null,
  seats: null,
  sessions: null,
  events: null,
  catalog: null,
  catalogs: null,
  country: null,
  language: null,
  externalReference: null,
  actor: null,
  totalAmountInclTax: null,
};

type Leaf = readonly [name: string, schema: z.core.$ZodType];

/** The strings of a schema, without those whose format only programs write: identifiers, paths, amounts and moments. */
function leavesOf(schema: z.core.$ZodType, name = ''): Leaf[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, member]) => leavesOf(member as z.core.$ZodType, key));
  if (schema instanceof z.ZodArray) return leavesOf(schema.element, name);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => leavesOf(option, name));
  if (schema instanceof z.ZodPipe) return [...leavesOf(schema.in, name), ...leavesOf(schema.out, name)];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return leavesOf(schema.unwrap(), name);
  if (!(schema instanceof z.ZodString)) return [];
  const { format } = z.toJSONSchema(schema, { io: 'input' });
  return format === undefined || format === 'email' ? [[name, schema]] : [];
}

const requests = {
  admissionsInputSchema,
  cancelOrderInputSchema,
  overrideInput,
  removalInput,
  createOrdersInputSchema,
  createReservationsInputSchema,
  ticketStatesInputSchema,
  applyVoucherInput,
  removeVoucherInput,
  voucherInput,
  voucherPatch,
};

const typedLeaves = Object.entries(requests).flatMap(([request, schema]) =>
  leavesOf(schema).map(([name, leaf]) => ({ request, name, leaf })),
);

it.each(typedLeaves)('what is not seen does not matter: $name of $request', ({ name, leaf }) => {
  const sample = samples[name];
  expect(sample, `${name} has no sample in this test`).not.toBeUndefined();
  if (typeof sample !== 'string') return;
  const [first = '', ...rest] = sample;
  const pasted = `\u200b${first}\u00ad\u2060${rest.join('').replaceAll(' ', '\u00a0')}\ufeff `;
  const comparable = (text: unknown) => (name === 'code' ? comparableCode(z.string().parse(text)) : text);
  expect(comparable(z.parse(leaf, pasted))).toBe(comparable(z.parse(leaf, sample)));
});

it('a name of which nothing can be seen is none', () => {
  expect(firstname.safeParse('\u200b').success).toBe(false);
});

/** These read texts that no form has: of feeds, headers, files and settings; or they only shorten what they show. */
const others =
  /^(service\/(document|feed|http|setup)\/|service\/(env|order\/sheet-answers)\.ts|lib\/(client|database|doctor|invoice|locale|log|mail|network|pdf|runtime|server)\/|lib\/contract\/(typed-text|feed-import)\.ts|lib\/shop\/(rules\/person-words|flows\/(lookup\/find-orders|visit\/calendar-file))\.ts|lib\/discovery\/(district|places|spelling|understand)\.ts|lib\/storefront\/(staff\/feed\/feeds|shop\/image\/preview-text|common\/image\/image-fetch|common\/catalogue\/(shop-texts|description)|staff\/administration\/catalog-change)\.ts|components\/(ui\/button|places\/place-list)\.tsx)/;

it('nothing else reads what was typed in a way of its own', () => {
  const sources = ['app', 'components', 'lib', 'service'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  );
  const own = sources.filter(
    (file) =>
      /(?<!\.test)\.tsx?$/.test(file) &&
      !others.test(file) &&
      /\.trim\(\)|\.normalize\(|\\p\{Cf\}/.test(readFileSync(file, 'utf8')),
  );
  // The answers to an organiser's questions are words; their ends only are cut.
  expect(own).toEqual(['lib/shop/rules/parse-answer.ts']);
});
