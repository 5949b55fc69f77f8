import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { PlannedOffer, Way } from '@/lib/combination/plan';
import { propose } from '@/lib/combination/proposals';
import { createTranslator } from 'next-intl';
import { languages, type Language } from '@/lib/locale/languages';
import { messages } from '@/lib/locale/messages';
import { ChosenTimes, Combination, CombinationVerdict, HoldLabel } from './combination';
import { verdictOf } from './combination-verdict';
import { planTexts } from './plan-texts';
import { Proposals } from './proposals';

const at = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const clock = (minutes: number) =>
  [Math.floor(minutes / 60) % 24, minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

interface Given {
  readonly minutes?: number | null;
  readonly isWindow?: boolean;
  readonly free?: number | null;
}

function stop(
  name: string,
  begins: readonly string[],
  { minutes = 60, isWindow = false, free = null }: Given = {},
) {
  return {
    name,
    isWindow,
    fields: [`session.${name}`],
    visits: begins.map((from) => ({
      id: `${name}-${from}`,
      begin: at(from),
      minutes,
      free,
      from,
      until: minutes === null ? null : clock(at(from) + minutes),
    })),
  };
}

const foot: Way = { by: 'foot', minutes: 4 };
const planOf = (stops: PlannedOffer['stops'], way = foot): PlannedOffer => ({
  stops,
  ways: stops.map(() => stops.map(() => way)),
});

/** The text of the form with this choice; the names of its hidden fields and links stay. */
function shown(
  plan: PlannedOffer,
  initial: Record<string, string>,
  language: Language = 'en',
  isShort = false,
) {
  const t = createTranslator({ locale: language, messages: messages[language], namespace: 'shop.plan' });
  const planned = { plan, texts: planTexts(t), quantityFields: ['quantity'] };
  const values = { quantity: '2', ...initial };
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale={language} messages={messages[language]} timeZone="UTC">
      <Combination {...planned} path="/en/offer" initial={values} verdict={verdictOf(planned, values)}>
        <Proposals plan={plan} {...propose(plan, 2, 4)} amountEach="21.00" lang={undefined} />
        <div className="times">
          <ChosenTimes />
        </div>
        <div className="verdict">
          <CombinationVerdict isShort={isShort} />
        </div>
        <HoldLabel usual="Hold" anyway="Anyway" />
      </Combination>
    </NextIntlClientProvider>,
  );
  const [before = '', after = ''] = html.split('<div class="verdict">');
  return { html, verdict: textOf(after), times: textOf(before.split('<div class="times">')[1] ?? '') };
}

const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const boat = stop('Boat', ['10:30', '14:00'], { minutes: 75 });
const museum = stop('Museum', ['10:00', '11:00', '11:50', '12:00']);
const choose = (boatAt: string, museumAt: string) => ({
  'session.Boat': `Boat-${boatAt}`,
  'session.Museum': `Museum-${museumAt}`,
});

describe('the chosen times', () => {
  it('are named in their order, each with its event', () => {
    const plan = planOf([boat, museum]);
    expect(shown(plan, {}).times).toBe('');
    expect(shown(plan, choose('10:30', '12:00')).times).toBe('10:30 Boat 12:00 Museum');
    expect(shown(plan, choose('14:00', '12:00')).times).toBe('12:00 Museum 14:00 Boat');
  });

  it('of an adult’s and a child’s ticket for one event are named once if they are the same', () => {
    const family = { ...boat, fields: ['session.Boat', 'session.Child'] };
    const at = (child: string) =>
      shown(planOf([family, museum]), { ...choose('10:30', '12:00'), 'session.Child': `Boat-${child}` })
        .times;
    expect(at('10:30')).toBe('10:30 Boat 12:00 Museum');
    expect(at('14:00')).toBe('10:30 Boat 12:00 Museum 14:00 Boat');
  });
});

describe('what is said of a choice', () => {
  const plan = planOf([boat, museum]);

  it('is nothing before two sessions are chosen', () => {
    expect(shown(plan, {}).verdict).toBe('Hold');
    expect(shown(plan, { 'session.Boat': 'Boat-10:30' }).verdict).toBe('Hold');
  });

  it('is the time in between if it fits', () => {
    const { verdict, html } = shown(plan, choose('10:30', '12:00'));
    expect(verdict).toBe('These times fit together 15 min in between, about 4 min on foot. Hold');
    expect(html).toContain('name="warned" value=""');
    expect(shown(plan, choose('10:30', '12:00'), 'en', true).verdict).toBe('Hold');
  });

  it('is a warning of little time, with the way', () => {
    expect(shown(plan, choose('10:30', '11:50')).verdict).toBe(
      'There is little time in between Boat ends at 11:45. Museum begins at 11:50. The way takes about 4 min on foot. Anyway',
    );
    const without = planOf([boat, museum], { by: 'unknown', minutes: 20 });
    expect(shown(without, choose('10:30', '12:00')).verdict).toContain('The length of the way is not known.');
    const within = planOf([boat, museum], { by: 'same', minutes: 0 });
    expect(shown(within, choose('10:30', '11:50')).verdict).toContain('Museum begins at 11:50. Anyway');
  });

  it('is a warning of an overlap, which the form names when it is sent', () => {
    const { verdict, html } = shown(plan, choose('10:30', '11:00'));
    expect(verdict).toBe('These times overlap Boat ends at 11:45. Museum begins at 11:00. Anyway');
    expect(html).toContain('name="warned" value="Boat-10:30,Museum-11:00"');
    expect(shown(plan, choose('10:30', '11:00'), 'en', true).verdict).toBe('These times overlap Anyway');
  });

  it('knows arrival windows and sessions of unknown length', () => {
    const open = stop('Museum', ['10:00'], { minutes: 20, isWindow: true });
    const early = shown(planOf([boat, open]), choose('10:30', '10:00')).verdict;
    expect(early).toContain('Museum: you can arrive from 10:00 on. Boat begins at 10:30.');
    const late = stop('Museum', ['11:40'], { minutes: 10, isWindow: true });
    expect(shown(planOf([boat, late]), choose('10:30', '11:40')).verdict).toContain(
      'Boat ends at 11:45. Museum: you can arrive until 11:50.',
    );
    const long = stop('Boat', ['10:30'], { minutes: null });
    expect(shown(planOf([long, museum]), choose('10:30', '11:00')).verdict).toContain(
      'Boat begins at 10:30; how long it lasts is not known. Museum begins at 11:00.',
    );
  });

  it('has the next time with room for the group as a link that keeps the rest', () => {
    const few = stop('Museum', ['12:00'], { free: 1 });
    const more = stop('Museum', ['13:00'], { free: 2 });
    const full = planOf([boat, { ...museum, visits: [...few.visits, ...more.visits] }]);
    const { verdict, html } = shown(full, choose('10:30', '12:00'));
    expect(verdict).toContain('Museum: there are not enough places at 12:00. Choose 13:00 instead Hold');
    expect(html).toContain(
      'href="/en/offer?quantity=2&amp;session.Boat=Boat-10%3A30&amp;session.Museum=Museum-13%3A00#tickets"',
    );
    const none = planOf([boat, few]);
    expect(shown(none, choose('10:30', '12:00')).verdict).toContain(
      'No other time of this day has enough places.',
    );
  });

  it.each(languages)('has no gaps in %s', (language) => {
    for (const museumAt of ['11:00', '11:50', '12:00']) {
      const { html, verdict } = shown(plan, choose('10:30', museumAt), language);
      expect(verdict).toMatch(/11:45|15 min/);
      expect(html).not.toMatch(/\{\w+\}|undefined/);
    }
  });
});

describe('the suggestions', () => {
  it('name times, the way and the price, and mark what is chosen', () => {
    const { html } = shown(planOf([boat, museum]), choose('10:30', '12:00'));
    const text = html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
    expect(text).toContain('10:30–11:45 Boat 15 min in between, about 4 min on foot 12:00–13:00 Museum');
    expect(text).toContain('Each of them costs €21.00 per ticket.');
    expect(html.match(/<a [^>]*aria-current="true"/g)).toHaveLength(1);
    expect(html).toMatch(
      /<a [^>]*href="[^"]*session.Boat=Boat-10%3A30&amp;session.Museum=Museum-12%3A00#tickets"/,
    );
  });

  it('say that there are none', () => {
    const { html } = shown(planOf([boat, stop('Museum', ['10:30', '14:00'])]), {});
    expect(html).not.toContain('No suggestion for this day');
    const { html: none } = shown(planOf([stop('Boat', ['10:30']), stop('Museum', ['11:00'])]), {});
    expect(none).toContain('No suggestion for this day');
  });

  it('say that not all combinations were looked at, where none was found among so many', () => {
    const begins = Array.from({ length: 150 }, (_, index) => clock(540 + index * 5));
    const many = Array.from({ length: 15 }, (_, index) => stop(`Stop ${index}`, begins, { minutes: 90 }));
    const { html } = shown(planOf([stop('Once', ['15:00']), ...many]), {});
    expect(html).toContain('too many combinations to look at all of them');
    expect(html).not.toContain('no times of this day fit');
    const { html: none } = shown(planOf([stop('Once', ['15:00']), stop('Boat', ['15:30'])]), {});
    expect(none).toContain('no times of this day fit');
    expect(none).not.toContain('too many combinations');
  });
});
