import { request } from 'undici';
import type { Feed } from '@/lib/contract/feed';
import { dayAfter } from '../tools/catalogue';
import type { BenchEnvironment } from '../tools/environment';
import { percentiles } from '../tools/pgbench';
import { residentMemory } from '../tools/programs';
import type { Line, Result } from '../tools/report';
import { pidOf } from '../soak/environment';
import { importFeed } from '../soak/integrators';
import { openShop } from './open-shop';

const events = 5_000;
const sessionsEach = 4;
const timesEach = 100;
const goalMilliseconds = 100;

const nouns = [
  'Museum',
  'River',
  'Harbour',
  'Theatre',
  'Garden',
  'Library',
  'Station',
  'Tower',
  'Mill',
  'Bridge',
];
const kinds = ['concert', 'walk', 'exhibition', 'reading', 'tour', 'workshop', 'play', 'talk'];
const categories = [
  'music',
  'tour',
  'exhibition',
  'literature',
  'tour',
  'workshop',
  'theatre',
  'talk',
] as const;

/** A programme of 5,000 events on the days of a year, each with four sessions and one product. */
function programme(): Feed {
  const numbers = Array.from({ length: events }, (_, number) => number);
  const name = (number: number) => ({
    en: `${nouns[number % nouns.length] ?? ''} ${kinds[number % kinds.length] ?? ''} ${number}`,
  });
  const days = (number: number) =>
    Array.from({ length: sessionsEach }, (_, index) => dayAfter(2 + ((number * 7 + index * 30) % 360)));
  return {
    format: 'ticketing-feed/1',
    catalog: {
      key: 'large',
      name: { en: 'Large programme' },
      language: 'en',
      timezone: 'Europe/Paris',
      issuer: { name: 'Bench' },
    },
    events: numbers.map((number) => ({
      key: String(number),
      name: name(number),
      description: { en: `An afternoon about number ${number}.` },
      venue: { name: `${nouns[(number * 3) % nouns.length] ?? ''} hall ${number % 40}`, address: 'Angers' },
      category: categories[number % categories.length] ?? null,
      sessions: days(number).map((day) => ({ key: day, occursAt: `${day}T14:00:00+01:00`, capacity: 40 })),
    })),
    products: numbers.map((number) => ({
      key: String(number),
      name: name(number),
      tickets: [{ key: 'seat', name: { en: 'Seat' }, event: String(number), dateAccess: false }],
      offers: days(number).map((date) => ({ date, price: `${number % 40}.00`, capacity: null })),
    })),
  };
}

/** Different each time, so that no page is kept. */
const searches: Readonly<Record<string, (time: number) => string>> = {
  words: (time) => `q=${nouns[time % nouns.length] ?? ''}+${kinds[time % kinds.length] ?? ''}`,
  'a word with a mistake': (time) => `q=${(nouns[time % nouns.length] ?? '').replace('r', 'l')}+${time}`,
  'words with filters': (time) => `q=${kinds[time % kinds.length] ?? ''}&price=10&day=${dayAfter(2 + time)}`,
};

/** Search among 5,000 events, one page after another, on PostgreSQL. */
export async function search(bench: BenchEnvironment): Promise<Result> {
  const environment = await openShop(bench);
  try {
    await importFeed(environment.soak, programme());
    const { shopUrl } = environment.soak;
    const get = async (query: string): Promise<string> => {
      const headers = { 'accept-encoding': 'identity' };
      const { statusCode, body } = await request(`${shopUrl}/en/search?${query}`, { headers });
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`a search was answered with ${statusCode}`);
      return text;
    };
    const began = performance.now();
    if (!(await get('q=museum')).includes('Museum')) throw new Error('the search found nothing');
    const first = performance.now() - began;
    const lines: Line[] = [
      { goal: 'P17', what: 'the first search, which reads all events', measured: first, unit: 'ms' },
    ];
    for (const [what, queryOf] of Object.entries(searches)) {
      const times = new Float64Array(timesEach);
      for (let time = -10; time < timesEach; time += 1) {
        const start = performance.now();
        await get(queryOf(time + 10));
        if (time >= 0) times[time] = performance.now() - start;
      }
      const { p50, p99 } = percentiles(times);
      lines.push({
        goal: 'P17',
        what: `p99 of a search by ${what}, 5,000 events`,
        measured: p99,
        unit: 'ms',
        p50,
        p99,
        wanted: { is: '≤', value: goalMilliseconds },
      });
    }
    const memory = await residentMemory(pidOf(environment, 'storefront'));
    return {
      lines: lines.map((line) => ({ ...line, memory })),
      notes: [
        `P17: ${timesEach} searches of each kind, one after another; the memory is that of the storefront.`,
      ],
    };
  } finally {
    await environment.close(false);
  }
}
