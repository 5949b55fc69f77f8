import { useTranslations } from 'next-intl';
import { Notice } from '../../ui/notice';

/** The ticketing service can't be asked, so nothing can be sold now. */
export function ServiceUnavailableNotice() {
  const t = useTranslations('counter');
  return (
    <Notice tone="problem" title={t('unavailable')}>
      <p>{t('unavailableText')}</p>
    </Notice>
  );
}
