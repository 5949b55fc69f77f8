import { getLocale, getTranslations } from 'next-intl/server';
import { nameIn } from '@/components/staff/setup/name-in';
import { plannedStates } from '@/lib/contract/feed';
import { formatDay } from '@/lib/locale/venue-time';
import { formatAmount } from '@/lib/money/money';
import type { Draft } from '@/lib/setup/draft';
import type { LeftOutReason } from '@/lib/setup/edit-sessions';
import { productOf } from '@/lib/setup/product-view';
import { termsOfNew, type SessionTerms } from '@/lib/setup/session-terms';
import type { DoneSessions } from '@/lib/storefront/staff/setup/save-sessions';
import type { Preview } from '@/lib/storefront/staff/setup/setup-problem';

const mostTerms = 5;
const mostTimes = 8;
const mostDays = 10;
const reasons: readonly LeftOutReason[] = ['exists', 'past', 'skipped_time', 'time_twice'];

/** Writes what a tool for sessions would do: how many, when, what it leaves out and why, and what becomes of the prices. */
export async function sessionsPreview() {
  const t = await getTranslations('setup.would');
  const language = await getLocale();
  const day = (date: string | null) => (date === null ? '' : formatDay(date, language, 'short'));
  const terms = await sessionTermsText();
  return (done: DoneSessions, draft: Draft): Preview => {
    const { added, removed, changed, days, first, last, leftOut, offers, rest = 0, unused = [], sold } = done;
    const numbers = { days, first: day(first), last: day(last) };
    const counts = { added, removed, changed } as const;
    const what = (['added', 'removed', 'changed'] as const).filter((name) => counts[name] > 0);
    const name = (product: string) =>
      nameIn(draft, productOf(draft, product)?.name ?? {}, language) || product;
    const [main] = what;
    return {
      kind: 'preview',
      title: main === undefined ? t('nothing') : t(main, { count: counts[main], ...numbers }),
      lines: [
        ...(sold === undefined || sold.tickets === 0 ? [] : [t('sold', { ...sold })]),
        ...termsOfNew(draft, done.draft)
          .slice(0, mostTerms)
          .map(({ sessions, times, ...one }) => {
            const shown = times.length > mostTimes ? [] : [times.join(', ')];
            return t('terms', { count: sessions, terms: [...shown, ...terms(one)].join(' · ') });
          }),
        ...(unused.length > 0
          ? [t('unused', { count: unused.length, days: unused.slice(0, mostDays).map(day).join('; ') })]
          : []),
        ...reasons.flatMap((reason) => {
          const some = leftOut.filter((one) => one.reason === reason);
          const [example] = some;
          if (example === undefined) return [];
          return [t(`leftOut.${reason}`, { count: some.length, day: day(example.day), time: example.time })];
        }),
        ...(rest > 0 ? [t('rest', { minutes: rest })] : []),
        ...offers.prices.map(({ product, price, days: count }) =>
          t('price', { name: name(product), price: formatAmount(price, language), count }),
        ),
        ...(offers.removed > 0 ? [t('pricesRemoved', { count: offers.removed })] : []),
        ...offers.withoutPrice.map((product) => t('withoutPrice', { name: name(product) })),
      ],
    };
  };
}

/** What a session has beside its time: "90 min", "40 places", "cancelled", … */
export async function sessionTermsText() {
  const t = await getTranslations('setup.sessions');
  return ({
    minutes,
    capacity,
    lateMinutes,
    counterPlaces,
    releaseMinutes,
    status,
  }: SessionTerms): string[] => [
    ...(minutes === null ? [] : [t('minutes', { minutes })]),
    capacity === null ? t('unlimited') : t('places', { count: capacity }),
    ...(counterPlaces === null ? [] : [t('counterPlaces', { count: counterPlaces })]),
    ...(counterPlaces === null || releaseMinutes === null
      ? []
      : [t('released', { minutes: releaseMinutes })]),
    ...(lateMinutes === null ? [] : [t('late', { minutes: lateMinutes })]),
    ...plannedStates.filter((one) => one === status && one !== 'scheduled').map((one) => t(`states.${one}`)),
  ];
}
