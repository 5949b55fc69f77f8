import { describe, expect, it } from 'vitest';
import { languages, type Language } from './languages';
import { messages } from './messages';
import { beginningOf, returnSentence, type ReturnTerms, rightsOf } from './return-sentence';
import { createTranslate } from './translators';

const now = new Date('2030-11-29T12:00:00Z');
const begins = '2030-12-06T14:00:00+01:00';
const day = { deadline: 'PT24H', share: '1' };

function sentence(change: Partial<ReturnTerms>, language: Language = 'en') {
  const terms: ReturnTerms = {
    cancellation: day,
    rebooking: null,
    isFree: false,
    begins,
    timezone: 'Europe/Paris',
    ...change,
  };
  const t = createTranslate(language, messages[language].cancellation.rule);
  return returnSentence(t, terms, language, now)?.replaceAll('\u00a0', ' ') ?? null;
}

describe('the rule in one sentence', () => {
  it.each<[Partial<ReturnTerms>, string | null]>([
    [{}, 'Free cancellation until Thursday 5 December, 14:00.'],
    [
      { cancellation: { ...day, share: '0.8' } },
      'Cancellation with 80% of the price back until Thursday 5 December, 14:00.',
    ],
    [
      { cancellation: { ...day, share: '0' } },
      'Cancellation without money back until Thursday 5 December, 14:00.',
    ],
    [{ isFree: true }, 'Can be given back until Thursday 5 December, 14:00.'],
    [
      { rebooking: { deadline: 'PT2H' } },
      'Free cancellation until Thursday 5 December, 14:00; exchange until Friday 6 December, 12:00.',
    ],
    [{ rebooking: { deadline: 'PT24H' } }, 'Free cancellation or exchange until Thursday 5 December, 14:00.'],
    [{ cancellation: null }, 'No cancellation or exchange.'],
    [{ cancellation: null, rebooking: undefined }, 'No cancellation.'],
    [
      { cancellation: null, rebooking: { deadline: 'PT2H' } },
      'No cancellation; exchange until Friday 6 December, 12:00.',
    ],
    [{ cancellation: undefined }, null],
  ])('%j', (change, text) => {
    expect(sentence(change)).toBe(text);
  });

  it('says what is over, and never a moment of the past', () => {
    const soon = '2030-11-30T10:00:00+01:00';
    expect(sentence({ begins: soon })).toBe('Cancellation is no longer possible.');
    expect(sentence({ begins: soon, rebooking: { deadline: 'PT2H' } })).toBe(
      'Cancellation is no longer possible; exchange until Saturday 30 November, 08:00.',
    );
    expect(sentence({ begins: '2030-11-29T12:30:00Z', rebooking: { deadline: 'PT2H' } })).toBe(
      'Cancellation and exchange are no longer possible.',
    );
    expect(sentence({ begins: '2030-11-30T12:00:00Z' })).toBe('Cancellation is no longer possible.');
    expect(sentence({ begins: '2030-11-30T12:00:01Z' })).toMatch(/^Free cancellation until/);
  });

  it('counts from the beginning while the time is not chosen', () => {
    expect(sentence({ begins: null })).toBe('Free cancellation until 24 hours before the beginning.');
    expect(sentence({ begins: null, cancellation: { ...day, deadline: 'PT48H' } })).toContain(
      '2 days before',
    );
    expect(sentence({ begins: null, cancellation: { ...day, deadline: 'PT1H30M' } })).toContain('90 minutes');
    expect(sentence({ begins: null, cancellation: { ...day, deadline: 'PT0H' } })).toBe(
      'Free cancellation until the beginning.',
    );
  });

  it('names a day that ends at midnight instead of the next one', () => {
    expect(sentence({ begins: '2030-12-06T00:00:00+01:00' })).toBe(
      'Free cancellation until the end of Wednesday 4 December.',
    );
  });

  it('is in the time of the venue, without a time zone in that of its offset', () => {
    expect(sentence({ timezone: 'America/New_York' })).toContain('Thursday 5 December, 08:00');
    expect(sentence({ timezone: null })).toContain('Thursday 5 December, 14:00');
  });

  it.each(languages)('has each kind and both rights: %s', (language) => {
    const shares = ['1', '0.5', '0'].map((share) => ({ cancellation: { ...day, share } }));
    for (const one of [...shares, { isFree: true }, { cancellation: null }]) {
      for (const rebooking of [null, { deadline: 'PT24H' }, { deadline: 'PT2H' }]) {
        expect(sentence({ ...one, rebooking }, language)).toMatch(/^\p{Lu}[^{}]+\.$/u);
      }
    }
    expect(sentence({}, language)).toContain('14:00');
  });
});

describe('when tickets begin', () => {
  const paris = { date: '2030-06-01', timezone: 'Europe/Paris' };

  it('is the earliest of their times; one for any time of a day begins with it', () => {
    const [morning, noon] = ['2030-06-01T10:00:00+02:00', '2030-06-01T12:00:00+02:00'];
    expect(beginningOf([noon, morning], paris)).toBe(morning);
    expect(beginningOf([noon, null], paris)).toBe('2030-05-31T22:00:00.000Z');
  });

  it('is not known without a day or its time zone', () => {
    expect(beginningOf([null], { ...paris, timezone: null })).toBeNull();
    expect(beginningOf([null], { ...paris, date: null })).toBeNull();
    expect(rightsOf({ cancellation: day, isFree: false, begins: null, timezone: null }, now)).toEqual({
      cancellation: 'open',
      exchange: 'unknown',
    });
  });
});
