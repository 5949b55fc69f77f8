import { numberFormat } from './formats';
import type { Language } from './languages';
import type { messages } from './messages';
import { minutesOf } from './minutes';
import type { Translate } from './translators';
import { formatDay, lastDayBefore, venueDay, venueDayStart, venueTime, withOffsetOf } from './venue-time';

/** How customers may cancel and exchange tickets. null: they can’t; undefined: the server does not say it. */
export interface ReturnRules {
  readonly cancellation?: { readonly deadline: string; readonly share: string } | null | undefined;
  readonly rebooking?: { readonly deadline: string } | null | undefined;
}

export interface ReturnTerms extends ReturnRules {
  /** They cost nothing. */
  readonly isFree: boolean;
  /** ISO 8601; null: it is not chosen yet, or not known. */
  readonly begins: string | null;
  /** Of the venue; null: not known. */
  readonly timezone: string | null;
}

export type RuleTranslate = Translate<typeof messages.en.cancellation.rule>;

/** When something begins: the earliest of its times; a ticket for any time of a day begins with the day. */
export function beginningOf(
  times: readonly (string | null)[],
  { date, timezone }: { readonly date: string | null; readonly timezone: string | null | undefined },
): string | null {
  const begins = times.map((time) => {
    if (time !== null) return time;
    return date === null || timezone === null || timezone === undefined
      ? null
      : venueDayStart(date, timezone).toISOString();
  });
  const known = begins.filter((begin) => begin !== null);
  if (known.length < begins.length) return null;
  return known.sort((one, other) => Date.parse(one) - Date.parse(other))[0] ?? null;
}

/** A deadline in minutes before the beginning. */
const minutesBefore = (deadline: string): number => minutesOf(deadline) ?? 0;

type Right = 'open' | 'past' | 'none' | 'unknown';

/** Whether one of the two can be done now; one whose beginning is not known yet is open. */
function rightOf(
  rule: { readonly deadline: string } | null | undefined,
  begins: string | null,
  now: Date,
): Right {
  if (rule === undefined) return 'unknown';
  if (rule === null) return 'none';
  if (begins === null) return 'open';
  return Date.parse(begins) - minutesBefore(rule.deadline) * 60_000 > now.getTime() ? 'open' : 'past';
}

/** What customers can do with tickets now by their rules. */
export function rightsOf(terms: ReturnTerms, now = new Date()): { cancellation: Right; exchange: Right } {
  return {
    cancellation: rightOf(terms.cancellation, terms.begins, now),
    exchange: rightOf(terms.rebooking, terms.begins, now),
  };
}

/**
 * The rules in one sentence: "Free cancellation until Friday 4 December, 14:00." Null: the server does not say them. All
 * pages and e-mails take it from here, so that they never contradict each other.
 */
export function returnSentence(
  t: RuleTranslate,
  terms: ReturnTerms,
  language: Language,
  now = new Date(),
): string | null {
  const rights = rightsOf(terms, now);
  if (rights.cancellation === 'unknown') return null;
  const { cancellation } = terms;
  const until = (deadline: string) => untilText(t, deadline, terms, { language, now });
  const exchange = rights.exchange === 'open' && terms.rebooking ? until(terms.rebooking.deadline) : null;
  if (rights.cancellation !== 'open' || !cancellation) {
    const isPast = [rights.cancellation, rights.exchange].includes('past');
    const areBoth =
      exchange === null && rights.exchange !== 'unknown' && (!isPast || rights.exchange === 'past');
    return joined(t, t(isPast ? 'past' : 'none', { with: areBoth ? 'exchange' : 'none' }), exchange);
  }
  const last = until(cancellation.deadline);
  const isSame = exchange === last;
  const rule = t(kindOf(terms, cancellation), {
    until: last,
    with: isSame ? 'exchange' : 'none',
    share: numberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(
      Number(cancellation.share),
    ),
  });
  return joined(t, rule, isSame ? null : exchange);
}

function joined(t: RuleTranslate, rule: string, exchange: string | null): string {
  if (exchange === null) return t('sentence', { rule });
  return t('both', { rule, exchange: t('exchange', { until: exchange }) });
}

function kindOf({ isFree }: ReturnTerms, { share }: { readonly share: string }) {
  if (isFree) return 'free';
  if (Number(share) === 1) return 'all';
  return Number(share) === 0 ? 'nothing' : 'part';
}

/** "until Friday 4 December, 14:00". A day that ends at midnight is named itself: nobody reads "Friday, 00:00" as Thursday night. */
export function untilMoment(
  t: RuleTranslate,
  moment: string,
  timezone: string | undefined,
  { language, now }: { language: Language; now: Date },
): string {
  const dayOf = (day: string) => formatDay(day, language, 'full', now);
  const time = venueTime(moment, timezone);
  if (time === '00:00' && timezone !== undefined)
    return t('until.endOfDay', { day: dayOf(lastDayBefore(moment, timezone)) });
  return t('until.moment', { day: dayOf(venueDay(moment, timezone)), time });
}

function untilText(
  t: RuleTranslate,
  deadline: string,
  { begins, timezone }: ReturnTerms,
  { language, now }: { language: Language; now: Date },
): string {
  const minutes = minutesBefore(deadline);
  if (begins === null) {
    return minutes === 0 ? t('until.beginning') : t('until.before', { duration: spoken(minutes, language) });
  }
  const zone = timezone ?? undefined;
  const last = new Date(Date.parse(begins) - minutes * 60_000).toISOString();
  const moment = zone === undefined ? withOffsetOf(new Date(last), begins) : last;
  return untilMoment(t, moment, zone, { language, now });
}

const minutesOfDay = 24 * 60;

/** "2 days": in the largest unit that gives a whole number. */
function spoken(minutes: number, language: Language): string {
  const [value, unit] =
    minutes >= 2 * minutesOfDay && minutes % minutesOfDay === 0
      ? [minutes / minutesOfDay, 'day']
      : minutes % 60 === 0
        ? [minutes / 60, 'hour']
        : [minutes, 'minute'];
  return numberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}
