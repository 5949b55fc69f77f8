import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { formatAmount } from '@/lib/money/money';
import { Link } from '../ui/link';
import { spokenDuration, type WaitingView } from './order-view';
import { Reasons } from './reasons';

function Waiting({ one }: { one: WaitingView }) {
  const t = useTranslations('staff');
  const language = useLocale();
  const facts = [
    ...(one.state === 'attention' ? [] : [t(`states.${one.state}`)]),
    ...(one.total === null ? [] : [formatAmount(one.total, language)]),
  ];
  return (
    <li className="grid gap-x-6 border-t border-rule py-3 md:grid-cols-[16rem_1fr]">
      <div>
        <Link
          href={`${paths.staff(language)}/orders/${one.id}`}
          className="tabular inline-flex min-h-target items-center font-bold underline"
        >
          {one.reference}
        </Link>
        <p className="text-small">
          {t('attention.waits', { time: spokenDuration(one.waitingSeconds, language) })}
        </p>
        <p className="tabular text-small text-ink-soft">{facts.join(' · ')}</p>
        <p className="tabular text-small break-all text-ink-soft">
          {[...one.references, one.email ?? ''].filter((part) => part !== '').join(' · ')}
        </p>
      </div>
      <div className="max-w-text space-y-2 pt-2">
        <Reasons reasons={one.reasons} />
      </div>
    </li>
  );
}

/** What no machine can settle: for each booking what a person has to do, and how long it has waited for that. */
export function AttentionList({ waiting, most }: { waiting: readonly WaitingView[]; most: number }) {
  const t = useTranslations('staff.attention');
  return (
    <section aria-labelledby="attention">
      <h2 id="attention" className="pb-2 text-heading">
        {t('title')}
      </h2>
      {waiting.length === 0 ? (
        <p>{t('none')}</p>
      ) : (
        <>
          <p className="pb-3 text-small text-ink-soft">{t('lead')}</p>
          <ol>
            {waiting.map((one) => (
              <Waiting key={one.id} one={one} />
            ))}
          </ol>
          {waiting.length === most ? <p className="pt-3">{t('most', { count: most })}</p> : null}
        </>
      )}
    </section>
  );
}
