import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import type { MessagePage } from '@/lib/storefront/staff/message/message';
import { RefreshEvery } from '../../basket/watches';
import { TextLink } from '../../ui/link';
import { Section } from '../ui/section';
import { useStamp } from '../ui/stamp';

type SentPage = Extract<MessagePage, { kind: 'sent' }>;

const refreshSeconds = 2;

/** How much of a message was sent, and to whom it could not be delivered. */
export function MessageProgressView({ page }: { readonly page: SentPage }) {
  const t = useTranslations('lists.message');
  const language = useLocale();
  const stamp = useStamp();
  const { message, staff, progress } = page;
  const { found, sent, failed, needless } = progress;
  const isSearching = message.state === 'searching';
  const isOver = !isSearching && sent + failed + needless === found;
  return (
    <>
      <div>
        <p role="status" className="tabular pb-2 text-lead font-bold">
          {isSearching && found === 0 ? t('searching') : t('progress', { sent, found, failed })}
        </p>
        {isSearching && found > 0 ? <p>{t('searching')}</p> : null}
        {needless === 0 ? null : <p>{t('needless', { count: needless })}</p>}
        {message.startedAt === null ? null : (
          <p className="text-ink-soft">{t('sentBy', { staff, moment: stamp(message.startedAt) })}</p>
        )}
        {isOver ? null : (
          <p className="pt-3">
            <RefreshEvery seconds={refreshSeconds} />
            <TextLink href={paths.staffMessage(language, message.id)}>{t('refresh')}</TextLink>
          </p>
        )}
      </div>
      <Failed page={page} />
    </>
  );
}

function Failed({ page: { failed, progress } }: { readonly page: SentPage }) {
  const t = useTranslations('lists.message');
  const language = useLocale();
  if (failed.length === 0) return null;
  return (
    <Section id="failed" title={t('failed')}>
      <p className="pb-2">{t('failedAbout')}</p>
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        {failed.map(({ checkoutId, reference }) => (
          <li key={checkoutId}>
            <TextLink href={paths.staffOrder(language, checkoutId)}>{reference}</TextLink>
          </li>
        ))}
      </ul>
      {progress.failed > failed.length ? (
        <p className="pt-2">{t('failedMore', { count: failed.length })}</p>
      ) : null}
    </Section>
  );
}
