import {
  accessibilityFeatures,
  eventCategories,
  type AccessibilityFeature,
  type EventCategory,
} from '../contract/event';
import { idSchema } from '../contract/iri';
import { typedWords, typedText } from '../contract/typed-text';
import { isDay } from '../locale/calendar';
import { isNamedDay, type NamedDay } from './days';

/** The highest prices that customers can filter by, in euros. 0: free. */
export const priceSteps = ['0', '10', '20', '50'] as const;
export type PriceStep = (typeof priceSteps)[number];

/** Whether there are tickets: only `left`, which leaves out what is sold out, cancelled or over. */
const ticketStates = ['left'] as const;
export type TicketState = (typeof ticketStates)[number];

/** The order of the events, if it is not the best for what is asked: by day, or the cheapest first. */
export const sortings = ['date', 'price'] as const;
export type Sorting = (typeof sortings)[number];

/** What a customer asks for, as it is in the address. Undefined: no condition. */
export interface Criteria {
  /** Words in any order. */
  readonly q?: string | undefined;
  /** Identifier of a catalogue. */
  readonly catalog?: string | undefined;
  /** A named day or YYYY-MM-DD; never together with `from` or `until`. */
  readonly day?: string | undefined;
  /** The first day of a range, YYYY-MM-DD; without it: from today. */
  readonly from?: string | undefined;
  /** The last day of a range, YYYY-MM-DD; without it, the range has no end. */
  readonly until?: string | undefined;
  /** The name of a venue. */
  readonly place?: string | undefined;
  readonly category?: EventCategory | undefined;
  /** The highest price. */
  readonly price?: PriceStep | undefined;
  /** The language in which the event is held, ISO 639-1. */
  readonly language?: string | undefined;
  readonly accessibility?: AccessibilityFeature | undefined;
  readonly tickets?: TicketState | undefined;
  /** Changes no more than the order. */
  readonly sort?: Sorting | undefined;
}

export type CriteriaName = keyof Criteria;

/** In the order in which they are written in addresses. */
export const criteriaNames = [
  'q',
  'catalog',
  'day',
  'from',
  'until',
  'place',
  'category',
  'price',
  'language',
  'accessibility',
  'tickets',
  'sort',
] as const satisfies readonly CriteriaName[];

/** The most characters of the words. */
const longestText = 100;
/** Of the name of a place: issuers write whole sentences. */
const longestName = 300;

const findOne = <Value extends string>(
  values: readonly Value[],
  text: string | undefined,
): Value | undefined => values.find((value) => value === text);

/** The name of a place, as it is compared: with one space where there are several, and with hyphens of one kind. */
export function nameOfPlace(text: string | undefined): string {
  return typedWords(text ?? '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\u2010\u2011]/g, '-');
}

const unlessLong = (text: string, most: number) => (text === '' || text.length > most ? undefined : text);

type DayName = 'day' | 'from' | 'until';

/** The dates of an address. Its `day` can be the first of a range, as in older links. */
function readDates(parameter: (name: DayName) => string | undefined) {
  const [from, day, until] = [parameter('from'), parameter('day'), parameter('until')].map((text) =>
    text !== undefined && isDay(text) ? text : undefined,
  );
  return { from: from ?? day, until, isOneDay: from === undefined && until === undefined };
}

/**
 * The day or the days of an address. A form has a field for a named day beside those for dates: dates that were given are
 * used, and the named day is not.
 */
function readDays(parameter: (name: DayName) => string | undefined): Pick<Criteria, DayName> {
  const { from, until, isOneDay } = readDates(parameter);
  const named = namedDay(parameter('day'));
  if (from === undefined && until === undefined) return { day: named };
  return isOneDay || from === until ? { day: from } : { from, until };
}

const namedDay = (day: string | undefined) => (day !== undefined && isNamedDay(day) ? day : undefined);

/** What is wrong with what the customer typed, by the field that it belongs to. */
export interface CriteriaProblems {
  /** The words that are too long, as they were typed, and the most characters. */
  readonly words: { readonly typed: string; readonly most: number } | null;
  readonly dates: 'format' | 'order' | null;
  /** The named day that does not count, because dates were given, too. */
  readonly unusedDay: NamedDay | null;
}

export function criteriaProblems(parameter: (name: 'q' | DayName) => string | undefined): CriteriaProblems {
  const { from = '', until = '' } = readDates(parameter);
  const typed = [parameter('from'), parameter('until')].map((date) => typedText(date ?? ''));
  const isOrdered = from === '' || until === '' || from <= until;
  const words = typedText(parameter('q') ?? '');
  const isDated = from !== '' || until !== '';
  return {
    words: words.length > longestText ? { typed: words, most: longestText } : null,
    dates: typed.some((date) => date !== '' && !isDay(date)) ? 'format' : isOrdered ? null : 'order',
    unusedDay: (isDated ? namedDay(parameter('day')) : undefined) ?? null,
  };
}

/** Criteria of an address. Values that mean nothing, and too long texts, are left out. */
export function readCriteria(parameter: (name: CriteriaName) => string | undefined): Criteria {
  const language = parameter('language');
  return {
    q: unlessLong(typedText(parameter('q') ?? ''), longestText),
    catalog: idSchema.safeParse(parameter('catalog')).data,
    ...readDays(parameter),
    place: unlessLong(nameOfPlace(parameter('place')), longestName),
    category: findOne(eventCategories, parameter('category')),
    price: findOne(priceSteps, parameter('price')),
    language: language !== undefined && /^[a-z]{2}$/.test(language) ? language : undefined,
    accessibility: findOne(accessibilityFeatures, parameter('accessibility')),
    tickets: findOne(ticketStates, parameter('tickets')),
    sort: findOne(sortings, parameter('sort')),
  };
}

/** The parameters of an address with these criteria. */
export function criteriaParameters(criteria: Criteria): Partial<Record<CriteriaName, string>> {
  const given = criteriaNames.flatMap((name) => {
    const value = criteria[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given);
}

/** The criteria without one of them. A range of days is one. */
export function without(criteria: Criteria, name: CriteriaName): Criteria {
  return name === 'day' || name === 'from' || name === 'until'
    ? { ...criteria, day: undefined, from: undefined, until: undefined }
    : { ...criteria, [name]: undefined };
}

/** The names of the criteria that are given; a range of days is one, named by its first day if it has one. */
export function givenCriteria(criteria: Criteria): CriteriaName[] {
  return criteriaNames.filter((name) => {
    if (name === 'sort') return false;
    if (name === 'until') return criteria.until !== undefined && criteria.from === undefined;
    return criteria[name] !== undefined;
  });
}
