import type { useTranslations } from 'next-intl';
import type { MatchReason, StaffMatch } from '@/lib/checkout/queries';
import type { Language } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import { formatAmount } from '@/lib/money/money';
import type { StaffSearch } from '@/lib/storefront/staff-search';
import { stamp } from './stamp';

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

export function foundView(search: StaffSearch, writing: Writing): FoundView {
  const { t } = writing;
  const { query, found, isCut, isTooLong, serviceAway } = search;
  const count = found.length;
  return {
    query,
    title: isTooLong ? t('search.tooLong') : query === '' ? '' : t('search.results', { count, query }),
    hint: isTooLong || query === '' || count > 0 ? '' : t('search.none'),
    rows: found.map((one) => rowOf(one, writing)),
    notes: [
      ...(isCut ? [t('search.most', { count })] : []),
      ...(serviceAway ? [t('search.serviceAway')] : []),
    ],
  };
}

function rowOf(one: StaffMatch, { language, timeZone, t }: Writing): FoundRow {
  const state = one.settledAs === null ? t(`states.${one.state}`) : t(`settle.state.${one.settledAs}`);
  return {
    id: one.id,
    href: paths.staffOrder(language, one.id),
    reference: one.reference,
    name: one.name,
    reasons: one.reasons.map((reason) => reasonText(reason, t)),
    orders: one.references.join(', '),
    created: stamp(one.createdAt, language, timeZone),
    state: one.channel === 'web' ? state : `${state} · ${t(`order.channels.${one.channel}`)}`,
    needsStaff: one.state === 'attention' && one.settledAs === null,
    total: one.total === null ? '' : formatAmount(one.total, language),
    email: one.email ?? '',
  };
}

function reasonText(reason: MatchReason, t: Writing['t']): string {
  if (!('found' in reason)) return t(`search.why.${reason.kind}`);
  const { kind, found, typed } = reason;
  return typed === undefined ? t(`search.why.${kind}`, { found }) : t('search.why.typo', { typed, found });
}
