import type { useTranslations } from 'next-intl';
import type { MatchReason } from '@/lib/shop/rules/match-reason';
import type { StaffMatch } from '@/lib/shop/flows/lookup/find-orders';
import type { Language } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import { formatDay, venueDay, venueTime } from '@/lib/locale/venue-time';
import { compareAmounts, formatAmount } from '@/lib/money/money';
import { comingFirst, isOver } from '@/lib/shop/rules/found-first';
import type { StaffSearch } from '@/lib/storefront/staff/lookup/search-orders';
import { endOfTickets } from '../../lookup/order-end';
import { stamp } from '../ui/stamp';

/** How the view is written: in which language, and by which clock. */
interface Writing {
  readonly language: Language;
  readonly timeZone: string;
  readonly t: ReturnType<typeof useTranslations<'staff'>>;
}

/** A found purchase, in words. */
export interface FoundRow {
  readonly id: string;
  readonly href: string;
  readonly reference: string;
  readonly orders: string;
  readonly created: string;
  readonly name: string;
  readonly email: string;
  /** What it is for: the next visit, or the first of those that have been. */
  readonly visit: {
    readonly name: string;
    readonly lang: string | undefined;
    readonly moment: string;
  } | null;
  readonly state: string;
  /** "2 of 2 valid"; empty: there are no tickets. */
  readonly valid: string;
  readonly needsStaff: boolean;
  /** Nothing of it is left. */
  readonly isOver: boolean;
  readonly replacedBy: { readonly href: string; readonly text: string } | null;
  readonly net: string;
  /** What was refunded, or is still to be. */
  readonly refunds: string;
  readonly reasons: readonly string[];
}

/** What the search box shows; also as the answer to a request while staff are typing. */
export interface FoundView {
  readonly query: string;
  /** How many were found, or why none. */
  readonly title: string;
  readonly hint: string;
  readonly rows: readonly FoundRow[];
  readonly notes: readonly string[];
}

/** Fewer letters are compared with whole words only. */
const shortestPart = 3;

function isTooShort(query: string): boolean {
  return query.replaceAll(/[^\p{L}\p{N}]/gu, '').length < shortestPart;
}

export function foundView(search: StaffSearch, writing: Writing): FoundView {
  const { t } = writing;
  const { query, found, isCut, isTooLong, serviceUnavailable } = search;
  const count = found.length;
  const isShort = query !== '' && count === 0 && isTooShort(query);
  return {
    query,
    title: isTooLong
      ? t('search.tooLong')
      : isShort
        ? t('search.tooShort', { query })
        : query === ''
          ? ''
          : t('search.results', { count, query }),
    hint: isTooLong || query === '' || count > 0 || isShort ? '' : t('search.none'),
    rows: found.map((one) => foundRow(one, query, writing)),
    notes: [
      ...(isCut ? [t('search.most', { count })] : []),
      ...(serviceUnavailable ? [t('search.serviceUnavailable')] : []),
    ],
  };
}

/** A purchase in words. `query`: what was searched for; empty: nothing was. */
export function foundRow(one: StaffMatch, query: string, writing: Writing): FoundRow {
  const { language, timeZone, t } = writing;
  const state = stateText(one, t);
  const { count, valid, replacedBy } = one;
  return {
    id: one.id,
    href: paths.staffOrder(language, one.id),
    reference: one.reference,
    orders: one.references.join(', '),
    created: stamp(one.createdAt, language, timeZone),
    name: one.name,
    email: one.email ?? '',
    visit: visitOf(one, writing),
    state: one.channel === 'web' ? state : `${state} · ${t(`order.channels.${one.channel}`)}`,
    valid: count === 0 ? '' : t('search.valid', { valid, count }),
    needsStaff: (one.state === 'attention' && one.settledAs === null) || one.isUndelivered,
    isOver: isOver(one),
    replacedBy: replacedBy && {
      href: paths.staffOrder(language, replacedBy.id),
      text: t('search.replacedBy', { reference: replacedBy.reference }),
    },
    net: netText(one, language),
    refunds: refundsText(one, writing),
    reasons: inOrder(one.reasons, query).map((reason) => reasonText(reason, t)),
  };
}

function visitOf({ visits }: StaffMatch, { language }: Writing): FoundRow['visit'] {
  const [first, ...others] = comingFirst(visits, new Date()).visits;
  if (first === undefined) return null;
  const { name, lang, date, occursAt, timezone } = first;
  const zone = timezone ?? undefined;
  const day = occursAt === null ? date : venueDay(occursAt, zone);
  const parts = [
    ...(day === null ? [] : [formatDay(day, language, 'short')]),
    ...(occursAt === null ? [] : [venueTime(occursAt, zone)]),
  ];
  const more = others.length === 0 ? [] : [`+${others.length}`];
  const moment = [...(parts.length === 0 ? [] : [parts.join(', ')]), ...more].join(' ');
  return { name, lang: lang === language ? undefined : lang, moment };
}

function stateText(one: StaffMatch, t: Writing['t']): string {
  if (one.settledAs !== null) return t(`settle.state.${one.settledAs}`);
  if (one.isUndelivered) return t('search.undelivered');
  const over = one.state === 'ordered' ? endOfTickets(one) : null;
  return over === null ? t(`states.${one.state}`) : t(`order.over.${over}`);
}

const isSome = (amount: string) => compareAmounts(amount, '0.00') > 0;

/** What is left of what was paid; of a purchase that is not paid yet, what it costs. */
function netText({ state, total, net }: StaffMatch, language: Language): string {
  if (total === null) return '';
  const isUnpaid = state === 'held' || state === 'paying';
  return formatAmount(isUnpaid ? total : net, language);
}

function refundsText({ refunded, toRefund }: StaffMatch, { language, t }: Writing): string {
  return [
    ...(isSome(refunded) ? [t('search.refunded', { refunded: formatAmount(refunded, language) })] : []),
    ...(isSome(toRefund) ? [t('order.toRefund', { open: formatAmount(toRefund, language) })] : []),
  ].join(' · ');
}

/** Who typed an address wants to read first that the address is the same. */
function inOrder(reasons: readonly MatchReason[], query: string): readonly MatchReason[] {
  if (!query.includes('@')) return reasons;
  return reasons.toSorted((a, b) => Number(b.kind === 'email') - Number(a.kind === 'email'));
}

function reasonText(reason: MatchReason, t: Writing['t']): string {
  if (!('found' in reason)) return t(`search.why.${reason.kind}`);
  const { kind, found, typed } = reason;
  return typed === undefined ? t(`search.why.${kind}`, { found }) : t('search.why.typo', { typed, found });
}
