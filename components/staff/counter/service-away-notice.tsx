import { useTranslations } from 'next-intl';
import { Notice } from '../../ui/notice';

/** The ticketing service can't be asked, so nothing can be sold now. */
export function ServiceAwayNotice() {
  const t = useTranslations('counter');
  return (
    <Notice tone="problem" title={t('away')}>
      <p>{t('awayText')}</p>
    </Notice>
  );
}
