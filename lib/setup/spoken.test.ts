import { expect, it } from 'vitest';
import { draftWith, event, product } from '@/testing/setup/drafts';
import { lostLanguages, namedLanguages } from './spoken';

const draft = draftWith({
  catalog: { name: { en: 'Quay', de: 'Kai', fr: ' ' } },
  events: [event({ name: { en: 'Concert', de: 'Konzert', fr: 'Concert' } })],
  products: [product({}, { name: { en: 'Seat', fr: 'Place' } })],
});

it('a language is shown only if the catalogue, each event and each tariff have a name in it', () => {
  const unnamed = namedLanguages(draft).map((one) => [one.language, one.unnamed.map(({ thing }) => thing)]);
  expect(unnamed).toEqual([
    ['de', ['products/seat']],
    ['en', []],
    ['fr', ['catalog/']],
  ]);
});

it('tells the languages that are shown now and would not be after publishing', () => {
  const lost = lostLanguages(draft, ['en', 'de', 'it']);
  expect(lost.map(({ language, unnamed }) => [language, unnamed.length])).toEqual([
    ['de', 1],
    ['it', 0],
  ]);
  expect(lostLanguages(draft, ['en'])).toEqual([]);
});
