import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { seatsText } from '@/lib/locale/seat-text';
import { venueZone } from '@/lib/locale/venue-time';
import type { VisitAddress, VisitorListPage } from '@/lib/storefront/staff/visitors/visitors';
import { PrintButton } from '../counter/print-button';
import { BackLink } from '../ui/back-link';
import { WindowTitle } from '../ui/page-title';
import { useStamp } from '../ui/stamp';
import { useVisit, VisitorTotals } from './visitor-list';
import { useVisitorTexts } from './visitor-texts';

interface VisitorSheetProps {
  readonly list: VisitorListPage;
  readonly address: VisitAddress;
  readonly printedAt: Date;
}

const cell = 'border-b border-rule py-1 pr-3 align-baseline wrap-anywhere';

/** The whole list on paper: black on white, with a box to tick for each ticket that is still valid. */
export function VisitorSheet({ list, address, printedAt }: VisitorSheetProps) {
  const t = useTranslations('lists.visitors');
  const language = useLocale();
  const stamp = useStamp();
  const { title, when } = useVisit(list);
  return (
    <>
      <div className="flex flex-wrap items-end gap-6 pb-4 print:hidden">
        <BackLink href={paths.staffVisitors(language, address)} label={t('backToList')} />
        <PrintButton label={t('print')} />
      </div>
      <WindowTitle title={title} />
      <h1 className="text-lead wrap-anywhere">
        {list.event}, {when}
      </h1>
      <p className="text-small">
        {venueZone(list.occursAt ?? '', list.timezone)} · {t('printedAt', { moment: stamp(printedAt) })}
      </p>
      <VisitorTotals list={list} />
      <SheetTable list={list} />
    </>
  );
}

function SheetTable({ list }: { readonly list: VisitorListPage }) {
  const t = useTranslations('lists.visitors');
  const language = useLocale();
  const { nameOf, stateOf, answersOf } = useVisitorTexts(list);
  const seatOf = ({ seat }: (typeof list.visitors)[number]) =>
    seatsText(seat === null ? [] : [seat], language);
  return (
    <table className="w-full text-left text-small">
      <caption className="sr-only">{t('caption')}</caption>
      <thead>
        <tr>
          {(['tick', 'name', 'tariff', 'state', 'booking', 'details'] as const).map((name) => (
            <th key={name} scope="col" className="border-b-2 border-ink py-1 pr-3">
              {t(`columns.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {list.visitors.map((one) => (
          <tr key={one.id} className="break-inside-avoid">
            <td className={cell}>{one.status === 'valid' ? '☐' : ''}</td>
            <th scope="row" className={`${cell} font-bold`}>
              {one.status === 'cancelled' ? <s>{nameOf(one)}</s> : nameOf(one)}
            </th>
            <td className={cell}>{one.tariff}</td>
            <td className={cell}>{stateOf(one)}</td>
            <td className={`${cell} tabular`}>{one.reference}</td>
            <td className={cell}>
              {[seatOf(one), answersOf(one), one.phone, ...one.notes]
                .filter((text) => text !== null && text !== '')
                .join(' · ')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
