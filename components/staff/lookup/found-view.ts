import type { useTranslations } from 'next-intl';
import type { MatchReason } from '@/lib/shop/rules/match-reason';
import type { StaffMatch } from '@/lib/shop/flows/lookup/find-orders';
import type { Language } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import { compareAmounts, formatAmount } from '@/lib/money/money';
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
  readonly name: string;
  readonly reasons: readonly string[];
  readonly orders: string;
  readonly created: string;
  readonly state: string;
  readonly needsStaff: boolean;
  readonly total: string;
  readonly email: string;
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
    rows: found.map((one) => rowOf(one, query, writing)),
    notes: [
      ...(isCut ? [t('search.most', { count })] : []),
      ...(serviceUnavailable ? [t('search.serviceUnavailable')] : []),
    ],
  };
}

function rowOf(one: StaffMatch, query: string, { language, timeZone, t }: Writing): FoundRow {
  const state = stateText(one, t);
  return {
    id: one.id,
    href: paths.staffOrder(language, one.id),
    reference: one.reference,
    name: one.name,
    reasons: inOrder(one.reasons, query).map((reason) => reasonText(reason, t)),
    orders: one.references.join(', '),
    created: stamp(one.createdAt, language, timeZone),
    state: one.channel === 'web' ? state : `${state} · ${t(`order.channels.${one.channel}`)}`,
    needsStaff: (one.state === 'attention' && one.settledAs === null) || one.isUndelivered,
    total: amountText(one, { language, t }),
    email: one.email ?? '',
  };
}

function stateText(one: StaffMatch, t: Writing['t']): string {
  if (one.settledAs !== null) return t(`settle.state.${one.settledAs}`);
  if (one.isUndelivered) return t('search.undelivered');
  const over = one.state === 'ordered' ? endOfTickets(one) : null;
  return over === null ? t(`states.${one.state}`) : t(`order.over.${over}`);
}

/** What it cost, and what of that was refunded. */
function amountText(
  { total, refunded, toRefund }: StaffMatch,
  { language, t }: Pick<Writing, 'language' | 't'>,
): string {
  if (total === null) return '';
  const isSome = (amount: string) => compareAmounts(amount, '0.00') > 0;
  const values = { total: formatAmount(total, language), refunded: formatAmount(refunded, language) };
  const isAll = compareAmounts(refunded, total) === 0;
  return [
    isSome(refunded) ? t(isAll ? 'search.refundedAll' : 'search.refunded', values) : values.total,
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
