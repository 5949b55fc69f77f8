import { describe, expect, it } from 'vitest';
import { done, draftWith, event, pricesOf, refusal } from '@/testing/setup/drafts';
import { eventOf } from '../../../setup/event-view';
import { pictureProblems } from './event-fields';
import { cancellationProblems, newTariff } from './save-tariff';

const draft = draftWith({ events: [event({ key: 'park', name: { en: 'Park' } })] });
const pass = {
  name: { en: 'Pass' },
  vatRate: 0.1,
  events: [{ key: 'park', dateAccess: true }],
  price: '8',
  today: '2031-06-01',
};

describe('a new tariff that is valid at any time, for an event without sessions', () => {
  it('has its price on the days that were typed', () => {
    const days = { from: ['2031-06-07'], until: ['2031-06-14'], weekdays: ['5'] };
    const made = done(newTariff(draft, pass, days));
    expect(pricesOf(made.draft, made.key)).toEqual({ '2031-06-07': '8.00', '2031-06-14': '8.00' });
    const all = done(newTariff(draft, pass, { from: ['2031-06-07'], until: ['2031-06-08'] }));
    expect(Object.keys(pricesOf(all.draft, all.key))).toHaveLength(2);
  });

  it('is refused without days, because its price would be forgotten', () => {
    expect(refusal(newTariff(draft, pass, {}))).toEqual(['from: missing', 'until: missing']);
    const monday = { from: ['2031-06-07'], until: ['2031-06-08'], weekdays: ['0'] };
    expect(refusal(newTariff(draft, pass, monday))).toEqual(['weekdays: invalid']);
  });

  it('needs no days if it is for sessions', () => {
    const made = done(newTariff(draft, { ...pass, events: [{ key: 'park', dateAccess: false }] }, {}));
    expect(pricesOf(made.draft, made.key)).toEqual({ '2031-06-01': '8.00' });
  });
});

const fields = (problems: ReturnType<typeof cancellationProblems>) =>
  problems?.problems.map(({ field, problem }) => `${field}: ${problem}`) ?? [];

it.each([
  [{ cancellationShare: ['80'] }, ['cancellationHours: missing']],
  [{ cancellationShare: ['150'], cancellationHours: ['24'] }, ['cancellationShare: invalid']],
  [{ cancellationShare: ['80'], cancellationHours: ['24'] }, []],
  [{ cancellationHours: ['24'] }, []],
])('of a cancellation nothing that was typed is dropped: %j', (typed, problems) => {
  expect(fields(cancellationProblems(typed))).toEqual(problems);
});

const address = 'https://example.com/boat.jpg';
it.each([
  [{ imageAddress: [address], imageX: ['30'] }, ['imageY: missing']],
  [{ imageAddress: [address], imageX: ['120'], imageY: ['30'] }, ['imageX: invalid']],
  [{ imageAddress: [address], imageX: ['0'], imageY: ['100'] }, []],
  [{ imageAddress: ['http://127.0.0.1/x.jpg'] }, ['imageAddress: invalid']],
  [{ imageAddress: [''] }, []],
])('a picture is one that the shop shows: %j', (typed, problems) => {
  expect(fields(pictureProblems(typed, null))).toEqual(problems);
});

it('a picture of a feed stays until another one is typed', () => {
  const contentUrl = 'http://example.com/old.jpg';
  const images = [{ contentUrl, width: 2, height: 1, alternative: { en: 'A park' } }];
  const old = eventOf(draftWith({ events: [event({ images })] }), 'concert');
  expect(pictureProblems({ imageAddress: [contentUrl] }, old)).toBeNull();
});
