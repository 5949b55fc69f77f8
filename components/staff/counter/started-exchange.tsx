import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import type { StartedView } from '@/lib/storefront/staff/exchange/exchange';
import { TextLink } from '../../ui/link';
import { Notice } from '../../ui/notice';
import { SubmitButton } from '../../ui/submit-button';

interface StartedExchangeProps {
  readonly exchange: StartedView;
  readonly keep: (form: FormData) => Promise<void>;
}

/** On the pages on which something is chosen: it is exchanged for tickets of an earlier booking. */
export function StartedExchange({ exchange, keep }: StartedExchangeProps) {
  const t = useTranslations('counter.exchange');
  const language = useLocale();
  const { earlierId, reference, tickets } = exchange;
  return (
    <div className="pb-6">
      <Notice title={t('started', { count: tickets, reference })}>
        <p>{t('startedText')}</p>
        <div className="flex flex-wrap items-center gap-4">
          <form action={keep}>
            <SubmitButton variant="secondary">{t('keep')}</SubmitButton>
          </form>
          <TextLink href={paths.staffRebook(language, earlierId)}>{t('others')}</TextLink>
          <TextLink href={paths.staffOrder(language, earlierId)}>{t('earlier', { reference })}</TextLink>
        </div>
      </Notice>
    </div>
  );
}
