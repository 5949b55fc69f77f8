import { useLocale, useTranslations } from 'next-intl';
import type { FoundOrder } from '@/lib/checkout/queries';
import { paths } from '@/lib/locale/paths';
import { formatAmount } from '@/lib/money/money';
import { Link } from '../ui/link';
import { stamp } from './order-view';

export function FoundTable({ found, caption }: { found: readonly FoundOrder[]; caption: string }) {
  const t = useTranslations('staff');
  const language = useLocale();
  const cell = 'py-2 pr-6 align-baseline max-md:block max-md:py-0';
  return (
    <table className="w-full text-left">
      <caption className="sr-only">{caption}</caption>
      <thead className="border-b-2 border-ink text-small max-md:sr-only">
        <tr>
          {(['reference', 'orders', 'created', 'state', 'total', 'email'] as const).map((column) => (
            <th key={column} scope="col" className="py-2 pr-6 font-normal text-ink-soft">
              {t(`table.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {found.map((one) => (
          <tr key={one.id} className="border-b border-rule max-md:block max-md:py-3">
            <th scope="row" className={`${cell} font-bold`}>
              <Link
                href={paths.staffOrder(language, one.id)}
                className="tabular inline-flex min-h-target items-center underline"
              >
                {one.reference}
              </Link>
            </th>
            <td className={`${cell} tabular`}>{one.references.join(', ')}</td>
            <td className={`${cell} tabular text-small`}>{stamp(one.createdAt, language)}</td>
            <td className={cell}>
              {one.settledAs !== null ? (
                t(`settle.state.${one.settledAs}`)
              ) : one.state === 'attention' ? (
                <strong>{t('states.attention')}</strong>
              ) : (
                t(`states.${one.state}`)
              )}
            </td>
            <td className={`${cell} tabular`}>
              {one.total === null ? '' : formatAmount(one.total, language)}
            </td>
            <td className={`${cell} break-all`}>{one.email ?? ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
