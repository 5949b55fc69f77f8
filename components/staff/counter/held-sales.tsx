import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { TextLink } from '../../ui/link';

interface HeldSalesProps {
  readonly sales: readonly {
    readonly id: string;
    readonly reference: string;
    readonly minutesLeft: number;
  }[];
}

/** Sales that were begun and are not paid: they hold places until their time is over, or somebody ends them. */
export function HeldSales({ sales }: HeldSalesProps) {
  const t = useTranslations('counter');
  const language = useLocale();
  if (sales.length === 0) return null;
  return (
    <section aria-labelledby="held-sales" className="pb-6">
      <h2 id="held-sales" className="text-lead">
        {t('heldSales')}
      </h2>
      <ul className="flex flex-wrap gap-x-6">
        {sales.map(({ id, reference, minutesLeft }) => (
          <li key={id}>
            <TextLink href={paths.staffSale(language, id)}>{reference}</TextLink>{' '}
            <span className="text-small text-ink-soft">{t('minutesLeft', { minutes: minutesLeft })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
