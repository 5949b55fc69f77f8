import { useLocale, useTranslations } from 'next-intl';
import { type Language, languages } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import type { MessagePage } from '@/lib/storefront/staff/message/message';
import { RefreshEvery } from '../../basket/watches';
import { HiddenFields } from '../../ui/hidden-fields';
import { TextLink } from '../../ui/link';
import { Notice } from '../../ui/notice';
import { SubmitButton } from '../../ui/submit-button';
import { BackLink } from '../ui/back-link';
import { ConfirmBox } from '../ui/confirm-box';
import { PageTitle } from '../ui/page-title';
import { Section } from '../ui/section';
import { useStamp } from '../ui/stamp';
import { MessageProgressView } from './message-progress';
import { useMessageVisit } from './message-visit';

interface MessagePageProps {
  readonly page: MessagePage;
  readonly send: (form: FormData) => Promise<void>;
  readonly problem: string | undefined;
}

const refreshSeconds = 2;

/** A message to everyone of a visit: first its tests, from which it is sent; then how much of it was sent. */
export function MessagePageView({ page, send, problem }: MessagePageProps) {
  const t = useTranslations('lists.message');
  const visitors = useTranslations('lists.visitors');
  const language = useLocale();
  const { message, mayWrite } = page;
  const { id, catalogId, eventId, sessionId, day, occursAt, timezone, eventName: event } = message;
  const visit = useMessageVisit({ event, day, timezone, occursAt: occursAt?.toISOString() ?? null });
  const address = { catalogId, eventId, visit: sessionId ?? day };
  return (
    <>
      <BackLink href={paths.staffVisitors(language, address)} label={visitors('backToList')} />
      <PageTitle title={message.texts[message.fallback]?.subject ?? t('title')} className="pb-1" />
      <p className="pb-6">{visit}</p>
      <div className="max-w-text space-y-10">
        {page.kind === 'sent' ? (
          <MessageProgressView page={page} />
        ) : (
          <Draft page={page} send={send} problem={problem} />
        )}
        <Texts page={page} />
        {mayWrite ? (
          <p>
            <TextLink href={paths.staffWriteMessage(language, address, { from: id })}>
              {t(page.kind === 'draft' ? 'edit' : 'again')}
            </TextLink>
          </p>
        ) : null}
      </div>
    </>
  );
}

type DraftProps = Omit<MessagePageProps, 'page'> & { readonly page: Extract<MessagePage, { kind: 'draft' }> };

/** The tests, and the form that sends it to everyone once they were sent. */
function Draft({ page, send, problem }: DraftProps) {
  const t = useTranslations('lists.message');
  const names = useTranslations('checkout.order.languages');
  const stamp = useStamp();
  const language = useLocale();
  const { tests, message } = page;
  const isWaiting = tests.some(({ sentAt, isFailed }) => sentAt === null && !isFailed);
  return (
    <>
      {problem === undefined ? null : (
        <Notice tone="problem" title={t('problems.notSent')}>
          <p>{t(problem === 'unconfirmed' ? 'unconfirmed' : 'changed')}</p>
        </Notice>
      )}
      <Section id="tests" title={t('tests')}>
        <div role="status">
          <ul>
            {tests.map((test) => (
              <li key={test.language}>
                {t(`testStates.${test.sentAt === null ? (test.isFailed ? 'failed' : 'sending') : 'sent'}`, {
                  language: names(test.language),
                  moment: test.sentAt === null ? '' : stamp(test.sentAt),
                })}
              </li>
            ))}
          </ul>
        </div>
        {isWaiting ? (
          <p className="pt-3">
            <RefreshEvery seconds={refreshSeconds} />
            <TextLink href={paths.staffMessage(language, message.id)}>{t('refresh')}</TextLink>
          </p>
        ) : null}
      </Section>
      <Section id="send" title={t('send')}>
        <Recipients page={page} />
        <SendForm page={page} send={send} problem={problem} />
      </Section>
    </>
  );
}

/** How many bookings get which text. */
function Recipients({ page: { addressed, message } }: Pick<DraftProps, 'page'>) {
  const t = useTranslations('lists.message');
  const names = useTranslations('checkout.order.languages');
  if (addressed === null) return <p className="pb-3">{t('problems.unavailable')}</p>;
  const textOf = (language: Language, count: number) =>
    message.texts[language] === undefined
      ? t('insteadOf', { language: names(language), count, fallback: names(message.fallback) })
      : t('inLanguage', { language: names(language), count });
  return (
    <>
      <p className="pb-2">{t(`audiences.${message.audience}`, { count: addressed.reached })}</p>
      <ul className="pb-3">
        {addressed.languages.map(({ language, count }) => (
          <li key={language}>{textOf(language, count)}</li>
        ))}
        {addressed.unreached === 0 ? null : <li>{t('unreached', { count: addressed.unreached })}</li>}
      </ul>
    </>
  );
}

function SendForm({ page: { tests, message, addressed, mayWrite }, send, problem }: DraftProps) {
  const t = useTranslations('lists.message');
  if (!mayWrite || addressed === null) return null;
  if (addressed.reached === 0) return <p>{t('nobody')}</p>;
  if (tests.some(({ sentAt }) => sentAt === null)) return <p>{t('untested')}</p>;
  return (
    <form action={send} className="space-y-3" noValidate>
      <HiddenFields messageId={message.id} version={message.version} />
      <ConfirmBox label={t('confirm')} error={problem === 'unconfirmed' ? t('unconfirmed') : undefined} />
      <SubmitButton>{t('sendTo', { count: addressed.reached })}</SubmitButton>
    </form>
  );
}

/** What was written, in each language. */
function Texts({ page: { message } }: Pick<MessagePageProps, 'page'>) {
  const t = useTranslations('lists.message');
  const names = useTranslations('checkout.order.languages');
  const written = languages.flatMap((language) => {
    const text = message.texts[language];
    return text === undefined ? [] : [{ language, ...text }];
  });
  return (
    <Section id="texts" title={t('texts')}>
      <div className="space-y-6">
        {written.map(({ language, subject, text }) => (
          <div key={language} className="wrap-anywhere">
            <p className="text-small text-ink-soft">{names(language)}</p>
            <div lang={language} dir="auto">
              <p className="font-bold">{subject}</p>
              <p className="whitespace-pre-line">{text}</p>
            </div>
          </div>
        ))}
      </div>
    </Section>
  );
}
