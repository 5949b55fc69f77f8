import { useLocale, useTranslations } from 'next-intl';
import { numberFormat } from '@/lib/locale/formats';
import { formatDay } from '@/lib/locale/venue-time';
import { formatAmount } from '@/lib/money/money';
import type { ImportChange } from '@/lib/setup/import-changes';
import type { MergedImport } from '@/lib/setup/merge-import';
import { DataTable } from '../ui/data-table';

/** What an import changes of that which is in the draft: of which event or tariff, when, from what and to what. */
export function ImportChanges({ count, first }: MergedImport['changes']) {
  const t = useTranslations('setup.import');
  const days = useDays();
  const value = useValue();
  if (count === 0) return null;
  const columns = (['what', 'of', 'days', 'from', 'to'] as const).map((name) => t(`change.${name}`));
  const shown = first.length;
  return (
    <DataTable
      caption={t('changes', { cut: shown < count ? 'yes' : 'no', count, shown })}
      columns={columns}
      long={[t('change.of'), t('change.from'), t('change.to')]}
      rows={first.map((change, index) => ({
        key: `${index}`,
        cells: [
          t(`things.${change.what}`),
          change.of,
          days(change),
          value(change.what, change.from),
          value(change.what, change.to),
        ],
      }))}
    />
  );
}

function useDays() {
  const t = useTranslations('setup.import.values');
  const language = useLocale();
  return ({ what, first, last, count }: ImportChange): string => {
    if (what === 'later_price') return t('dayCount', { count });
    if (first === null || last === null) return '';
    const day = (date: string) => formatDay(date, language, 'short');
    return t('days', { count, first: day(first), last: day(last) });
  };
}

function useValue() {
  const t = useTranslations('setup.import.values');
  const language = useLocale();
  return (what: ImportChange['what'], text: string | null): string => {
    if (text === null) return t(what === 'capacity' ? 'unlimited' : 'nothing');
    switch (what) {
      case 'duration':
        return t('minutes', { count: Number(text) });
      case 'capacity':
        return numberFormat(language).format(Number(text));
      case 'vat':
        return numberFormat(language, { style: 'percent', maximumFractionDigits: 4 }).format(Number(text));
      case 'price':
      case 'original_price':
      case 'later_price':
        return text === '' ? t('nothing') : formatAmount(text, language);
      case 'description':
      case 'place':
        return text;
    }
  };
}
