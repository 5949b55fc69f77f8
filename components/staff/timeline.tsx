import { useLocale, useTranslations } from 'next-intl';
import { formatAmount } from '@/lib/money/money';
import { factNames, mailNames, settlementNames, stamp, type HappenedView } from './order-view';

const isAmount = (value: unknown): value is string =>
  typeof value === 'string' && /^-?\d+\.\d{2}$/.test(value);

/** What of the details is worth a glance. */
function useGlance({ detail }: HappenedView): string {
  const t = useTranslations('staff');
  const language = useLocale();
  const { amount, total, orders, kind, by, reason, as } = detail;
  const settled = settlementNames.find((one) => one === as);
  const money = [amount, total].find(isAmount);
  const mail = mailNames.find((one) => one === kind);
  const parts = [
    money === undefined ? '' : formatAmount(money, language),
    Array.isArray(orders) ? orders.join(', ') : '',
    mail === undefined ? '' : t(`mails.${mail}`),
    by === 'guest' || by === 'staff' ? t(`by.${by}`) : '',
    settled === undefined ? '' : t(`settle.as.${settled}`),
    typeof reason === 'string' ? reason : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

function Entry({ entry }: { entry: HappenedView }) {
  const t = useTranslations('staff.happened');
  const language = useLocale();
  const glance = useGlance(entry);
  const what = factNames.find((one) => one === entry.what);
  return (
    <li className="grid gap-x-6 border-t border-rule py-2 sm:grid-cols-[12rem_1fr]">
      <time dateTime={entry.at.toISOString()} className="text-small text-ink-soft">
        {stamp(entry.at, language)}
      </time>
      <p>
        {what === undefined ? t('other', { what: entry.what }) : t(what)}
        {glance === '' ? null : <span className="tabular text-small text-ink-soft"> {glance}</span>}
      </p>
    </li>
  );
}

/** Everything that happened to a booking, in order. */
export function Timeline({ entries }: { entries: readonly HappenedView[] }) {
  const t = useTranslations('staff.order');
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className="text-heading">
        {t('timeline')}
      </h2>
      <p className="pb-3 text-small text-ink-soft">{t('utc')}</p>
      <ol>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
    </section>
  );
}
