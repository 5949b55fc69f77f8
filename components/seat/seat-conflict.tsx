import { useLocale, useTranslations } from 'next-intl';
import { listFormat } from '@/lib/locale/formats';
import type { HoldProblem } from '@/lib/storefront/common/offer/hold-choice';
import type { SeatView } from '@/lib/storefront/shop/seat/seat-view';

/** Which of the chosen seats are taken, and which free ones are marked instead. */
export function SeatConflict({ view, problem }: { view: SeatView | null; problem: HoldProblem }) {
  const t = useTranslations('shop.seats');
  const items = useTranslations('checkout.items');
  const language = useLocale();
  if (problem.taken === undefined || view === null || view.shown === null) return null;
  const { sections } = view.shown.plan;
  const textOf = (name: string) => {
    for (const section of sections) {
      for (const row of section.rows) {
        const seat = row.seats.find((one) => one.name === name);
        if (seat !== undefined)
          return items('seat', { section: section.name, row: row.name, number: seat.number });
      }
    }
    return name;
  };
  const listed = (names: string) =>
    listFormat(language).format(
      names
        .split(' ')
        .filter((name) => name !== '')
        .map(textOf),
    );
  const { taken, nearest = '' } = problem;
  return (
    <p>
      {t('takenNow', { seats: listed(taken) })}{' '}
      {nearest === '' ? t('noNearest') : t('nearest', { seats: listed(nearest) })}
    </p>
  );
}
