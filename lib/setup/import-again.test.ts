import { describe, expect, it } from 'vitest';
import { draftWith, event, pricesOf, product, session } from '@/testing/setup/drafts';
import { importInto, notesOf } from '@/testing/setup/imports';
import { feedSchema } from '../contract/feed';
import { eventsOf } from './event-view';
import type { MergedImport } from './merge-import';
import { productsOf } from './product-view';

const head = 'Event;Description;Place;Address;Date;Time;Duration;Capacity;Tariff;Price (EUR);VAT';
const row = 'Fair;A day of music;Hall;1 street;2031-06-01;20:00;90;100;Adult;12;5,5 %';
const file = (...rows: readonly string[]) => [head, ...rows].join('\n');

async function putOnce() {
  return (await importInto(draftWith({ events: [] }), file(row))).draft;
}

const changesOf = ({ changes }: MergedImport) =>
  changes.first.map(({ what, of, from, to, first, last, count }) =>
    [
      what,
      of,
      `${from ?? '-'} → ${to ?? '-'}`,
      first === last ? first : `${first ?? ''}..${last ?? ''}`,
      count,
    ].join(' | '),
  );

describe('a file once more', () => {
  it('changes nothing as it is', async () => {
    const draft = await putOnce();
    const again = await importInto(draft, file(row));
    expect(again.draft).toEqual(draft);
    expect(again.changes).toEqual({ count: 0, first: [] });
    expect(again.counts).toMatchObject({ events: { changed: 0 }, products: { changed: 0 }, prices: 0 });
  });

  it.each([
    ['5,5 %', '20 %', 'vat | Fair, Adult | 0.055 → 0.2 |  | 1'],
    ['Hall;', 'Park;', 'place | Fair | Hall, 1 street → Park, 1 street |  | 1'],
    ['1 street', '2 street', 'place | Fair | Hall, 1 street → Hall, 2 street |  | 1'],
    ['A day of music', 'A night of music', 'description | Fair | A day of music → A night of music |  | 1'],
    [';90;', ';60;', 'duration | Fair | 90 → 60 | 2031-06-01 | 1'],
    [';100;', ';50;', 'capacity | Fair | 100 → 50 | 2031-06-01 | 1'],
    [';12;', ';13;', 'price | Fair, Adult | 12.00 → 13.00 | 2031-06-01 | 1'],
  ])('with %s as %s says what it changes, and changes it', async (old, other, change) => {
    const draft = await putOnce();
    const corrected = row.replace(old, other);
    const again = await importInto(draft, file(corrected));
    expect(changesOf(again)).toEqual([change]);
    const { events, sessions, products } = again.counts;
    expect(events.changed + sessions.changed + products.changed).toBe(1);
    expect(feedSchema.safeParse(again.draft).error?.issues).toBeUndefined();
    // It is as if the corrected file had been the first one, and the third time nothing is left.
    expect(again.draft).toEqual((await importInto(draftWith({ events: [] }), file(corrected))).draft);
    expect((await importInto(again.draft, file(corrected))).changes.count).toBe(0);
  });

  it('keeps what it does not say: an address, a translation, a position', async () => {
    const position = { latitude: 48, longitude: 2 };
    const venue = { name: 'Hall', address: '1 street', position, image: 'x' };
    const description = { en: 'Music', fr: 'Musique' };
    const draft = draftWith({ events: [event({ venue, description })] });
    const lines = (place: string) =>
      `Event;Place;Description;Date;Time\nConcert;${place};More music;2031-06-01;20:00`;
    const same = await importInto(draft, lines('Hall'));
    expect(changesOf(same)).toEqual(['description | Concert | Music → More music |  | 1']);
    expect(eventsOf(same.draft)).toMatchObject([
      {
        place: { name: 'Hall', address: '1 street', position },
        description: { en: 'More music', fr: 'Musique' },
      },
    ]);
    const other = await importInto(draft, lines('Park'));
    expect(changesOf(other)).toContain('place | Concert | Hall, 1 street → Park |  | 1');
    expect(notesOf(other)).toEqual(['position |  |  | Hall, 1 street']);
  });

  it('says once what is the same on several days, and from what day to what day', async () => {
    const days = ['2031-06-01', '2031-06-02', '2031-06-05'];
    const rows = (price: string) => days.map((day) => row.replace('2031-06-01', day).replace(';12;', price));
    const { draft } = await importInto(draftWith({ events: [] }), file(...rows(';12;')));
    expect(changesOf(await importInto(draft, file(...rows(';14;'))))).toEqual([
      'price | Fair, Adult | 12.00 → 14.00 | 2031-06-01..2031-06-05 | 3',
    ]);
  });

  it('says what becomes of reduced prices, and of tariffs that the file does not name', async () => {
    const reduced = product({ '2031-06-01': '10.00' }, { name: { en: 'Adult' } });
    const [offer] = reduced.offers;
    const offers = [{ ...offer, originalPrice: '15.00', priceExclTax: '9.00' }];
    const child = product({ '2031-06-01': '4.00' }, { key: 'child', name: { en: 'Child' } });
    const draft = draftWith({
      events: [event({ sessions: [session('2031-06-01T20:00:00+02:00')] })],
      products: [{ ...reduced, offers }, child],
    });
    const rows = ['Concert;2031-06-01;20:00;Adult;12', 'Concert;2031-06-08;20:00;Adult;12'];
    const result = await importInto(draft, ['Event;Date;Time;Tariff;Price (EUR)', ...rows].join('\n'));
    expect(changesOf(result)).toEqual([
      'price | Adult | 10.00 → 12.00 | 2031-06-01 | 1',
      'original_price | Adult | 15.00 → - | 2031-06-01 | 1',
      'price | Adult | - → 12.00 | 2031-06-08 | 1',
      'later_price | Child | - → 4.00 |  | 1',
    ]);
    expect(pricesOf(result.draft, 'child')).toEqual({ '2031-06-01': '4.00', '2031-06-08': '4.00' });
  });

  it('has no prices without tax of another VAT rate', async () => {
    const [offer] = product({ '2031-06-01': '12.00' }).offers;
    const adult = product({}, { name: { en: 'Adult' }, offers: [{ ...offer, priceExclTax: '11.00' }] });
    const sessions = [session('2031-06-01T20:00:00+02:00')];
    const draft = draftWith({ events: [event({ sessions })], products: [adult] });
    const rows = ['Event;Date;Time;Tariff;Price (EUR);VAT', 'Concert;2031-06-01;20:00;Adult;12;20 %'];
    const result = await importInto(draft, rows.join('\n'));
    expect(changesOf(result)).toEqual(['vat | Adult | 0.1 → 0.2 |  | 1']);
    expect(result.draft.products[0]).not.toHaveProperty('offers.0.priceExclTax');
  });

  it('shows long texts from where they differ', async () => {
    const long = 'word '.repeat(100);
    const first = await importInto(
      draftWith({ events: [] }),
      file(row.replace('A day of music', `${long}one`)),
    );
    const again = await importInto(first.draft, file(row.replace('A day of music', `${long}two`)));
    const [change] = again.changes.first;
    expect([change?.from, change?.to]).toEqual([
      expect.stringMatching(/^….*word one$/),
      expect.stringMatching(/^….*word two$/),
    ]);
  });

  it('has no price for a day that is over', async () => {
    const result = await importInto(draftWith({ events: [] }), file(row.replace('2031-06-01', '2030-06-01')));
    expect(notesOf(result)).toEqual(['past | 2 |  | 2030-06-01 20:00']);
    expect([result.counts.prices, productsOf(result.draft)]).toEqual([0, []]);
  });
});
