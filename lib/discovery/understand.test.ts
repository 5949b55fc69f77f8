import { describe, expect, it } from 'vitest';
import { type Language, languages } from '../locale/languages';
import { formatDayWord } from './day-word';
import { daysOfWord } from './days';
import { isOneMistake, understand } from './understand';

/** What a search means, and what of it is searched for in texts. */
function read(typed: string, language: Language = 'en', texts: readonly string[] = []) {
  const { terms, text } = understand(typed, language, (word) => texts.includes(word));
  const meanings = terms.map((term) => term.meanings.map(({ value }) => value).join('+'));
  return [...meanings, text].join(' | ');
}

describe('the words of a search', () => {
  it.each<[Language, string, string]>([
    ['en', 'boat Saturday FREE', 'saturday | 0 | boat'],
    ['en', 'tonight', 'today+evening | '],
    ['en', 'concerts on Sunday afternoon for kids', 'sunday | afternoon | children | concerts'],
    ['en', 'free entry this weekend', '0 | weekend | '],
    ['en', 'saturday or sunday', 'saturday | sunday | '],
    ['en', '24 December', '--12-24 | '],
    ['en', 'december 1st carols', '--12-01 | carols'],
    ['en', 'the lock keeper', 'lock keeper'],
    ['en', 'on the', 'on the'],
    ['en', 'freestyle', 'freestyle'],
    ['fr', 'gratuit demain soir', '0 | tomorrow | evening | '],
    ['fr', 'ce soir en famille', 'today+evening | family | '],
    ['fr', 'bateau samedi après-midi', 'saturday | afternoon | bateau'],
    ['fr', 'aujourd’hui étudiants', 'today | students | '],
    ['fr', 'le 1er mai', '--05-01 | '],
    ['de', 'heute abend', 'today | evening | '],
    ['de', 'heute Morgen', 'today+morning | '],
    ['de', 'morgen', 'tomorrow | '],
    ['de', 'Konzert am Samstagabend', 'saturday+evening | Konzert'],
    ['de', 'Führung für Kinder am 3. Oktober', 'children | --10-03 | Führung'],
    ['es', 'mañana por la mañana', 'tomorrow | morning | '],
    ['es', 'sábado gratis niños', 'saturday | 0 | children | '],
    ['es', 'el 24 de diciembre', '--12-24 | '],
    ['it', 'stasera gratuito', 'today+evening | 0 | '],
    ['it', 'domenica mattina per bambini', 'sunday | morning | children | '],
    ['nl', 'zaterdagavond', 'saturday+evening | '],
    ['nl', 'vanavond met het gezin', 'today+evening | family | '],
    ['nl', 'morgen ’s ochtends', 'tomorrow | morning | '],
    ['en', 'wheelchair', 'wheelchair_places | '],
    ['en', 'wheelchair access on Sunday', 'wheelchair_places | sunday | '],
    ['en', 'museum step-free', 'step_free | museum'],
    ['en', 'under 10 euros', '10 | '],
    ['en', 'boat up to €7.50 today', '7.50 | today | boat'],
    ['en', '20€', '20 | '],
    // It may be about the age of children.
    ['en', 'under 10', 'under 10'],
    ['en', 'gift voucher', 'giftCard | '],
    ['fr', 'moins de 10 € samedi', '10 | saturday | '],
    ['fr', 'bon cadeau', 'giftCard | '],
    ['fr', 'fauteuil roulant', 'wheelchair_places | '],
    ['de', 'unter 10 Euro', '10 | '],
    ['de', 'Konzert bis zu 7,5 €', '7.50 | Konzert'],
    ['de', 'Gutschein', 'giftCard | '],
    ['de', 'Rollstuhl', 'wheelchair_places | '],
    ['es', 'menos de 15 euros', '15 | '],
    ['es', 'tarjeta regalo', 'giftCard | '],
    ['es', 'silla de ruedas', 'wheelchair_places | '],
    ['it', 'meno di 10 euro', '10 | '],
    ['it', 'buono regalo', 'giftCard | '],
    ['it', 'sedia a rotelle', 'wheelchair_places | '],
    ['nl', 'onder de 10 euro', '10 | '],
    ['nl', 'cadeaubon', 'giftCard | '],
    ['nl', 'rolstoel', 'wheelchair_places | '],
    // Words of another language than the page's are understood, too.
    ['en', 'gratuit samedi', '0 | saturday | '],
    ['nl', 'tonight', 'today+evening | '],
    // "Kind" is a child in German, but also an English word.
    ['en', 'kind of blue', 'kind blue'],
  ])('in %s, “%s” means “%s”', (language, typed, expected) => {
    expect(read(typed, language)).toBe(expected);
  });

  it('may have one mistake, if no text has them as they were typed', () => {
    expect(read('saterday tomorow')).toBe('saturday | tomorrow | ');
    expect(read('Samstags', 'de')).toBe('saturday | ');
    expect(read('montage', 'de')).toBe('monday | ');
    expect(read('montage', 'de', ['montage'])).toBe('montage');
    expect(read('frei', 'en')).toBe('frei');
  });

  it('leave the others when they are left out, with what stands before them', () => {
    const { terms } = understand('boat on Saturday, free for kids', 'en', () => false);
    expect(terms.map(({ typed, without }) => [typed, without])).toEqual([
      ['Saturday', 'boat , free for kids'],
      ['free', 'boat on Saturday, for kids'],
      ['kids', 'boat on Saturday, free'],
    ]);
  });
});

it.each([
  ['saturday', 'sunday', false],
  ['saturday', 'saterday', true],
  ['saturday', 'satruday', true],
  ['saturday', 'saturdays', true],
  ['saturday', 'aturday', true],
  ['saturday', 'saturday', false],
  ['saturday', 'saturdaxyz', false],
])('%s is one mistake away from %s: %s', (meant, typed, expected) => {
  expect([isOneMistake(typed, meant), isOneMistake(meant, typed)]).toEqual([expected, expected]);
});

it.each([
  ['saturday', '2026-11-28', '2026-11-28'],
  ['friday', '2026-11-28', '2026-12-04'],
  ['--12-24', '2026-11-28', '2026-12-24'],
  ['--11-27', '2026-11-28', '2027-11-27'],
  ['--02-29', '2026-11-28', '2028-02-29'],
  ['--02-30', '2026-11-28', null],
  ['tomorrow', '2026-11-28', '2026-11-29'],
])('%s on %s is %s', (word, today, expected) => {
  expect(daysOfWord(word, today)).toEqual(expected && { first: expected, last: expected });
});

it('days are named in each language', () => {
  const names = ['Saturday', 'Samedi', 'Samstag', 'Sábado', 'Sabato', 'Zaterdag'];
  expect(languages.map((language) => formatDayWord('saturday', language))).toEqual(names);
  expect(formatDayWord('--12-24', 'en')).toBe('24 December');
  expect(formatDayWord('--12-24', 'de')).toBe('24. Dezember');
});
