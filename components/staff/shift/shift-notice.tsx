import { useLocale, useTranslations } from 'next-intl';
import type { NamedShift } from '@/lib/shop/flows/shift/read-shifts';
import { paths } from '@/lib/locale/paths';
import { TextLink } from '../../ui/link';
import { Notice } from '../../ui/notice';

interface ShiftNoticeProps {
  /** The person's shift that is not closed; null: they have none. */
  readonly shift: Pick<
    NamedShift,
    'id' | 'till' | 'staff' | 'countedAt' | 'countedBy' | 'countedByName'
  > | null;
}

/** To which shift the sales of the counter belong, or that they belong to none. */
export function ShiftNotice({ shift }: ShiftNoticeProps) {
  const t = useTranslations('shift.notice');
  const language = useLocale();
  if (shift?.countedAt === null)
    return (
      <p className="pb-4">
        <TextLink href={paths.staffOwnShift(language)}>{t('own', { till: shift.till })}</TextLink>
      </p>
    );
  const isByOther = shift !== null && shift.countedBy !== shift.staff;
  const title = isByOther
    ? t('countedBy', { person: shift.countedByName ?? shift.countedBy ?? '' })
    : t(shift === null ? 'none' : 'counted');
  return (
    <div className="pb-6">
      <Notice title={title}>
        {shift === null ? (
          <TextLink href={paths.staffOwnShift(language)}>{t('open')}</TextLink>
        ) : (
          <TextLink href={paths.staffShift(language, shift.id)}>{t('explain')}</TextLink>
        )}
      </Notice>
    </div>
  );
}
