import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { TimelineEntry } from '@/lib/shop/data/timeline-store';
import { admissionResults } from '@/lib/contract/admission';
import { languages, type Language } from '@/lib/locale/languages';
import { messages } from '@/lib/locale/messages';
import type { Scan, ScansOfBooking } from '@/lib/storefront/staff/order/scans';
import { Timeline } from './timeline';

const at = (minute: number) => new Date(`2027-06-01T08:0${minute}:00Z`);
const scan: Scan = {
  id: 's-1',
  result: 'admitted',
  conflict: false,
  entrance: 'North gate',
  reference: 'T-1',
  event: 'Boat',
  name: 'Adult',
  at: at(2),
  receivedAt: at(2),
  isUndone: false,
  staff: 'Ada Lovelace',
};
const entry = (id: number): TimelineEntry => ({ id, at: at(id), what: 'mail_sent', detail: {} });

function shown(language: Language, scans: ScansOfBooking, entries: TimelineEntry[] = []): string {
  return renderToStaticMarkup(
    <NextIntlClientProvider locale={language} messages={messages[language]} timeZone="UTC">
      <Timeline entries={entries} scans={scans} />
    </NextIntlClientProvider>,
  );
}

const textOf = (language: Language, change: Partial<Scan>) => {
  const page = shown(language, { kind: 'scans', scans: [{ ...scan, ...change }], more: 0 });
  return /<\/time><p>(.*)<\/p>/.exec(page)?.[1] ?? '';
};

describe.each(languages)('the scans in the timeline in %s', (language) => {
  const texts = messages[language].staff.scans;

  it('say where, with which ticket, and who scanned', () => {
    const text = textOf(language, {});
    expect(text).toContain(texts.admitted);
    for (const part of ['North gate · Boat · Adult · T-1', 'Ada Lovelace']) expect(text).toContain(part);
  });

  it('have another text for each result', () => {
    const found = admissionResults.map((result) => textOf(language, { result }));
    expect(new Set(found).size).toBe(admissionResults.length);
    expect(textOf(language, { result: 'void' })).toContain(texts.refused);
  });

  it('say of a conflict that the person was let in, why it is one, and when it was reported', () => {
    const text = textOf(language, {
      result: 'void',
      conflict: true,
      receivedAt: new Date('2027-06-01T11:22:33Z'),
    });
    for (const part of [texts.conflict, texts.why.void, '11:22:33']) expect(text).toContain(part);
    expect(text).not.toContain(texts.refused);
    expect(textOf(language, { isUndone: true })).toContain(texts.laterUndone);
  });

  it('that can’t be shown are named as missing', () => {
    for (const kind of ['unavailable', 'forbidden', 'unsupported'] as const)
      expect(shown(language, { kind })).toContain(texts.missing[kind]);
    expect(shown(language, { kind: 'scans', scans: [], more: 12 })).toContain('12');
  });
});

it('scans stand in the order of time among what happened to the booking', () => {
  const page = shown('en', { kind: 'scans', scans: [scan], more: 0 }, [entry(1), entry(3)]);
  const times = [...page.matchAll(/dateTime="([^"]*)"/g)].map(([, time]) => time);
  expect(times).toEqual([at(1), at(2), at(3)].map((one) => one.toISOString()));
});
