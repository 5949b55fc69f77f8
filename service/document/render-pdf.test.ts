import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import createQpdf from '@neslinesli93/qpdf-wasm';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import decodeQR from 'qr/decode.js';
import { describe, expect, it } from 'vitest';
import { accessibilityFaults } from '@/testing/pdf-accessibility';
import { pdfText, type PlacedText, placedTexts } from '@/testing/pdf-text';
import { documentSheet, sheetTicket } from '@/testing/ticketing-service/ticket-sheet';
import { ownFace, ownFonts } from '@/lib/pdf/font-faces';
import { renderPdf } from './render-pdf';
import type { SheetText, TicketSheet } from './ticket-sheet';

interface Qpdf {
  callMain: (args: string[]) => number;
  FS: {
    writeFile: (path: string, bytes: Uint8Array) => void;
    init: (input: null, output: (byte: number) => void, error: (byte: number) => void) => void;
  };
}
type CreateQpdf = (options: { locateFile: () => string; preRun: ((qpdf: Qpdf) => void)[] }) => Promise<Qpdf>;

/** What `qpdf --check` says about a file, if it finds something. */
async function syntaxFaults(bytes: Uint8Array): Promise<string> {
  const said: number[] = [];
  const say = (byte: number) => said.push(byte);
  const wasm = createRequire(import.meta.url).resolve('@neslinesli93/qpdf-wasm/dist/qpdf.wasm');
  // Its types leave out what it takes from Emscripten.
  const create = createQpdf as unknown as CreateQpdf;
  const qpdf = await create({
    locateFile: () => wasm,
    preRun: [({ FS }) => FS.init(null, say, say)],
  });
  qpdf.FS.writeFile('/document.pdf', bytes);
  const code = qpdf.callMain(['--check', '/document.pdf']);
  return code === 0 ? '' : Buffer.from(said).toString() || `qpdf ended with ${code}`;
}

/** A page as a PNG, drawn by poppler with so many pixels for each point. */
async function pdfPicture(bytes: Uint8Array, scale: number): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'pdf-'));
  try {
    await writeFile(join(folder, 'a.pdf'), bytes);
    const args = ['-r', String(72 * scale), '-f', '1', '-l', '1', '-png', '-singlefile'];
    await promisify(execFile)('pdftoppm', [...args, join(folder, 'a.pdf'), join(folder, 'a')]);
    return await readFile(join(folder, 'a.png'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

const english = (text: string): SheetText => ({ text, language: 'en' });
const sheetOf = (code: string, holder: string) => documentSheet({ tickets: [sheetTicket({ code, holder })] });
const textOf = async (sheet: TicketSheet) => pdfText(await renderPdf(sheet));
const withoutSpaces = (text: string) => text.replaceAll(' ', '');
const fiftyWords = Array.from({ length: 50 }, (_, i) => `word${i}`).join(' ');

const sheets: Record<string, TicketSheet> = {
  'one ticket': documentSheet(),
  'sessions that were called off or moved': documentSheet({
    tickets: [
      sheetTicket({ change: { what: 'cancelled' } }),
      sheetTicket({ change: { what: 'moved', from: new Date('2027-05-01T07:00:00Z') } }),
    ],
  }),
  'ten tickets': documentSheet({ quantity: 10, tickets: Array.from({ length: 10 }, () => sheetTicket()) }),
  'names in Arabic and Hebrew': documentSheet({
    language: 'fr',
    productName: { text: 'رحلة بالقارب (ذهاب وعودة) 2027', language: 'ar' },
    tickets: [
      sheetTicket({
        holder: 'محمد عبد الله Smith',
        eventName: { text: 'סיור מודרך, 90 דקות (חינם)!', language: 'he' },
      }),
    ],
  }),
  'names in Chinese, Japanese and Korean': documentSheet({
    tickets: [
      sheetTicket({ holder: '王小明', eventName: { text: '東京タワー展望台', language: 'ja' } }),
      sheetTicket({ holder: '김민수 繁體臺灣', name: { text: '故宫博物院', language: 'zh' } }),
    ],
  }),
  'names in Greek, Cyrillic, Hindi, Thai, Armenian, Georgian and Vietnamese': documentSheet({
    tickets: [
      sheetTicket({
        holder: 'Ἀθηνᾶ Ђорђе क्षत्रिय น้ำใจ Հայաստան საქართველო Nguyễn',
        eventName: english('Київ กรุงเทพ'),
      }),
    ],
  }),
  'emoji, invisible and unknown characters': documentSheet({
    bookingNumber: 'A & B <"1">',
    tickets: [
      sheetTicket({ holder: '👩‍🚀👍🏽❤️🇫🇷1️⃣ 𝓐𝓭𝓪 \u{E000}\u202E\u0000বাংলা', eventName: english('\u{E000}') }),
      sheetTicket({ holder: `Z${'\u0337\u0321'.repeat(20)} ⵜⵉⴼ \u{10FFFF}`, eventName: english('🎸 ① ½') }),
    ],
  }),
  'characters of all blocks': documentSheet({
    tickets: [
      sheetTicket({
        holder: Array.from({ length: 2000 }, (_, i) => String.fromCodePoint(0x20 + 61 * i))
          .join('')
          .replace(/\p{Cs}/gu, ''),
      }),
      // Letters with the accents of others, and joiners where nothing joins.
      sheetTicket({ holder: 'ක\u0301ا\u094dक\u200c\u200dב\u0e34\u064e\u0e33\u20e3ಕ\u0327'.repeat(20) }),
    ],
  }),
  'texts that are longer than a page': documentSheet({
    bookingNumber: 'x'.repeat(255),
    issuer: { name: fiftyWords, address: fiftyWords, email: null, taxNumber: null },
    productName: english(fiftyWords),
    tickets: [
      sheetTicket({
        holder: `${'x'.repeat(255)} ${'W'.repeat(255)}`,
        eventName: english(fiftyWords),
        answers: [{ label: english('Remarks'), value: english(`${fiftyWords}\n\n`.repeat(40)) }],
      }),
      sheetTicket(),
    ],
  }),
};

describe('the document of an order', () => {
  it.each(Object.entries(sheets))(
    'with %s conforms to PDF/UA-1 and shows no empty boxes',
    async (_, sheet) => {
      const bytes = await renderPdf(sheet);
      expect(await accessibilityFaults(bytes)).toEqual([]);
      expect(await syntaxFaults(bytes)).toBe('');
    },
  );

  it('can be copied as text, also after one with accents on the same letters', async () => {
    const accents = 'ÀĆĎÉĜĤĶĹŃÔŔŜŤÙŴŶŽ';
    expect(await textOf(sheetOf('2222-3333-4444', accents))).toContain(accents);
    for (const code of ['ACDE-GHKL-NORS', 'TUWY-ZJMP-QVXB'])
      expect(await textOf(sheetOf(code, '1'))).toContain(code);
  });

  it.each([
    'محمد پیشگیری بتثن',
    'شارع ١٢',
    'שלום כהן',
    '王小明',
    '髙橋 さくら',
    '김민수',
    'Ἀθηνᾶ',
    'Ђорђе',
    'Հայաստան',
    '🎸',
  ])('has the name %s, also as a text to copy', async (name) => {
    const text = await textOf(sheetOf('1', name));
    for (const word of name.split(' ')) expect(withoutSpaces(text)).toContain(word);
  });

  it('draws numbers, signs and Latin words within Hebrew in the order of Hebrew', async () => {
    const placed = await placedTexts(await renderPdf(sheetOf('1', 'שלום (כהן) 12 Ada')));
    const label = placed.find(({ text }) => text.startsWith('Name'));
    const line = placed
      .filter(({ page, y, x }) => page === label?.page && y === label.y && x > label.x)
      .sort((one, other) => one.x - other.x)
      .map(({ text }) => text.trim())
      .filter((text) => text !== '');
    // The brackets are mirrored by the direction of the text: the one that opens is at the right of the word.
    expect(line.join(' ')).toBe('Ada 12 ( כהן ) שלום');
  });

  it('begins the lines of a Hebrew name below each other, at the right', async () => {
    const name = 'סיור מודרך בעברית '.repeat(4).trim();
    const placed = await placedTexts(
      await renderPdf(
        documentSheet({ tickets: [sheetTicket({ eventName: { text: name, language: 'he' } })] }),
      ),
    );
    const ends = new Map<number, number>();
    for (const { text, x, y, width } of placed) {
      if (/\p{Script=Hebrew}/u.test(text)) ends.set(y, Math.max(ends.get(y) ?? 0, Math.round(x + width)));
    }
    expect(ends.size).toBeGreaterThan(1);
    expect(new Set(ends.values()).size).toBe(1);
  });

  it('would fail the check without tags', async () => {
    const document = new PDFDocument({ font: '' });
    document
      .registerFont('own', (await ownFace(ownFonts.regular[0] ?? '')).font)
      .font('own')
      .text('untagged');
    document.end();
    const faults = await accessibilityFaults(await buffer(document));
    expect(faults).toEqual(
      expect.arrayContaining([
        'it is not marked as tagged',
        'no language',
        'page 1: no tree',
        'page 1: something is drawn without a mark',
      ]),
    );
  });

  it('replaces what no font has by something readable', async () => {
    const text = await textOf(sheetOf('1', '\u202Eexe.gnp 𝓐𝓭𝓪 ⵜⵉⴼ \u{E000}b\u00ADc👍🏽'));
    expect(withoutSpaces(text)).toContain('exe.gnpAdatifbc👍');
    expect(text).not.toMatch(/[\u202e\ue000\ufffd]/u);
  });

  it('shows long texts whole, on several pages, and no line over another one', async () => {
    const bytes = await renderPdf(sheets['texts that are longer than a page'] ?? documentSheet());
    const text = await pdfText(bytes);
    for (const word of fiftyWords.split(' '))
      expect(text.match(new RegExp(`${word}\\b`, 'g'))).toHaveLength(46);
    expect(text.match(/W/g)?.length).toBe(255 + 1);
    const placed = (await placedTexts(bytes)).filter(({ text: shown }) => shown.trim() !== '');
    expect(Math.max(...placed.map(({ page }) => page))).toBeGreaterThan(2);
    const overlapping = placed.filter((one) => placed.some((other) => overlaps(one, other)));
    expect(overlapping).toEqual([]);
    for (const { x, y, width } of placed) {
      expect(x).toBeGreaterThan(39);
      // The space at the end of a line may stand in the margin.
      expect(x + width).toBeLessThan(596 - 34);
      expect(y).toBeGreaterThan(39);
    }
  });

  it('names the tariff on each ticket, and the name of the ticket only where it says more', async () => {
    const tickets = [sheetTicket({ name: english('Upper deck') }), sheetTicket({ name: english('Walk') })];
    const text = await textOf(documentSheet({ quantity: 2, productName: english('Walk, child'), tickets }));
    expect(text).toMatch(/1\/2 · Walk, child · Upper deck/);
    expect(text).toMatch(/2\/2 · Walk, child(?! ·)/);
  });

  it('has the tickets of several sellers in the order of their times, each with its seller', async () => {
    const evening = documentSheet({
      tickets: [sheetTicket({ code: 'EVEN', occursAt: new Date('2027-06-01T18:00:00Z') })],
    });
    const other = documentSheet({
      issuer: { name: 'Port museum', address: '2 quay, Lyon', email: null, taxNumber: null },
      tickets: [
        sheetTicket({ code: 'NEXT', date: '2027-06-02', occursAt: null }),
        sheetTicket({ code: 'NOON', occursAt: new Date('2027-06-01T10:00:00Z') }),
        sheetTicket({ code: 'ANYT', occursAt: null }),
      ],
    });
    const bytes = await renderPdf({ kind: 'booking', sheets: [evening, other] });
    expect(await accessibilityFaults(bytes)).toEqual([]);
    const text = await pdfText(bytes);
    expect(text.match(/EVEN|NEXT|NOON|ANYT/g)).toEqual(['ANYT', 'NOON', 'EVEN', 'NEXT']);
    // In the head, and on its tickets.
    expect(text.match(/Port museum/g)).toHaveLength(4);
    expect(text.match(/River line/g)).toHaveLength(2);
    expect(text).not.toContain('€');
    const ofOne = await pdfText(await renderPdf({ kind: 'booking', sheets: [evening, evening] }));
    expect(ofOne.match(/River line/g)).toHaveLength(1);
  });

  it('names the price once, for the whole order', async () => {
    const tickets = Array.from({ length: 3 }, () => sheetTicket());
    const text = await textOf(documentSheet({ quantity: 3, totalAmount: '108.00', tickets }));
    expect(text.match(/€36\.00/g)).toHaveLength(1);
    expect(text).toContain('€108.00 (€30.00 excluding tax)');
  });

  it('has a code that can be scanned, with four modules of white around it', async () => {
    const scale = 4;
    const page = sharp(await pdfPicture(await renderPdf(documentSheet()), scale)).flatten();
    const whole = await page.clone().ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const { width, height } = whole.info;
    let box = { x: 0, y: 0, width: 0, height: 0 };
    const code = decodeQR(
      { width, height, data: Uint8Array.from(whole.data) },
      { pointsOnDetect: ({ boundingBox }) => (box = boundingBox) },
    );
    expect(code).toBe('ABCD-EFGH-JKMN');
    const isDark = (x: number, y: number) =>
      (whole.data[4 * (Math.round(y) * width + Math.round(x))] ?? 0) < 200;
    const side = box.width / 21;
    const around = [0.3, 1, 2, 3, 3.8].flatMap((modules) => {
      const [from, to] = [-modules * side, box.width + modules * side];
      return Array.from({ length: 100 }, (_, i) => from + (i / 99) * (to - from)).flatMap((at) => [
        isDark(box.x + from, box.y + at),
        isDark(box.x + to, box.y + at),
        isDark(box.x + at, box.y + from),
        isDark(box.x + at, box.y + to),
      ]);
    });
    expect(around).not.toContain(true);
  });
});

function overlaps(one: PlacedText, other: PlacedText): boolean {
  if (one === other || one.page !== other.page || one.y === other.y) return false;
  if (one.x + one.width <= other.x || other.x + other.width <= one.x) return false;
  return Math.abs(one.y - other.y) < 0.9 * Math.min(one.size, other.size);
}
