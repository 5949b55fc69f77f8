import { useLocale, useTranslations } from 'next-intl';
import { type Language, languages } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import { messageLimits } from '@/lib/shop/values/message-values';
import type { WriteMessagePage } from '@/lib/storefront/staff/message/message';
import type { TypedMessage } from '@/lib/storefront/staff/message/message-form';
import type { VisitAddress } from '@/lib/storefront/staff/visitors/visitors';
import type { FormAction } from '../../ui/typed-form';
import { BackLink } from '../ui/back-link';
import { EarlierList } from '../ui/earlier-list';
import { PageTitle } from '../ui/page-title';
import { MessageForm, type MessageFormState } from './message-form';
import { useMessageVisit } from './message-visit';

interface WriteMessageProps {
  readonly page: WriteMessagePage;
  readonly address: VisitAddress;
  readonly test: FormAction<MessageFormState>;
}

const words = ['who', 'subject', 'text', 'fallback', 'fallbackHint', 'testTo', 'testToHint', 'test'] as const;

/** Where staff write to everyone of a visit. */
export function WriteMessage({ page, address, test }: WriteMessageProps) {
  const t = useTranslations('lists.message');
  const visitors = useTranslations('lists.visitors');
  const names = useTranslations('checkout.order.languages');
  const language = useLocale();
  const visit = useMessageVisit(page);
  const { addressed, source, messageId } = page;
  const { everyone, not_admitted: notAdmitted } = addressed;
  const spoken = new Map(everyone.languages.map((one) => [one.language, one.count]));
  const wordsOf = (one: Language) => {
    const count = spoken.get(one) ?? 0;
    const title = t('inLanguage', { language: names(one), count });
    return [one, { name: names(one), title, isSpoken: count > 0 }];
  };
  return (
    <>
      <BackLink href={paths.staffVisitors(language, address)} label={visitors('backToList')} />
      <PageTitle title={t('title')} className="pb-1" />
      <p className="pb-4">{visit}</p>
      <p className="max-w-text pb-4">{t('about')}</p>
      {everyone.unreached === 0 ? null : (
        <p className="max-w-text pb-4">{t('unreached', { count: everyone.unreached })}</p>
      )}
      {everyone.reached === 0 ? (
        <p>{t('nobody')}</p>
      ) : (
        <MessageForm
          test={test}
          about={{ messageId, ...address }}
          values={valuesOf(source, everyone.languages[0]?.language ?? language)}
          words={{
            ...(Object.fromEntries(words.map((word) => [word, t(word)])) as Record<
              (typeof words)[number],
              string
            >),
            textHint: t('textHint', { most: messageLimits.text }),
          }}
          audiences={{
            everyone: t('audiences.everyone', { count: everyone.reached }),
            not_admitted: t('audiences.not_admitted', { count: notAdmitted.reached }),
          }}
          languages={
            Object.fromEntries(languages.map(wordsOf)) as Parameters<typeof MessageForm>[0]['languages']
          }
        />
      )}
      <EarlierList
        title={t('earlier')}
        rows={page.earlier.map(({ id, texts, fallback, startedAt }) => ({
          href: paths.staffMessage(language, id),
          name: texts[fallback]?.subject ?? '',
          startedAt,
        }))}
      />
    </>
  );
}

/** What the form contains at first: an earlier message, or nothing. */
function valuesOf(source: WriteMessagePage['source'], fallback: Language): TypedMessage {
  const texts = languages.flatMap((one) => [
    [`subject-${one}`, source?.texts[one]?.subject ?? ''],
    [`text-${one}`, source?.texts[one]?.text ?? ''],
  ]);
  const rest = {
    audience: source?.audience ?? '',
    fallback: source?.fallback ?? fallback,
    testTo: '',
  };
  return { ...rest, ...Object.fromEntries(texts) } as TypedMessage;
}
