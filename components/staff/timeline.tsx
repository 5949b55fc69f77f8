import { useLocale, useMessages, useTranslations } from 'next-intl';
import type { TimelineEntry } from '@/lib/checkout/queries';
import { formatAmount } from '@/lib/money/money';
import { useStamp } from './stamp';
import { hasText } from './staff-texts';

const isAmount = (value: unknown): value is string =>
  typeof value === 'string' && /^-?\d+\.\d{2}$/.test(value);

function useGlance({ detail }: TimelineEntry): string {
  const t = useTranslations('staff');
  const language = useLocale();
  const { mails, settle } = useMessages().staff;
  const { amount, total, orders, kind, by, staff, reason, as } = detail;
  const money = [amount, total].find(isAmount);
  const parts = [
    money === undefined ? '' : formatAmount(money, language),
    Array.isArray(orders) ? orders.join(', ') : '',
    hasText(mails, kind) ? t(`mails.${kind}`) : '',
    by === 'staff' && typeof staff === 'string' ? t('by.member', { name: staff }) : '',
    by === 'guest' || (by === 'staff' && typeof staff !== 'string') ? t(`by.${by}`) : '',
    hasText(settle.as, as) ? t(`settle.as.${as}`) : '',
    typeof reason === 'string' ? reason : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const t = useTranslations('staff.happened');
  const stamp = useStamp();
  const glance = useGlance(entry);
  const { what } = entry;
  return (
    <li className="grid gap-x-6 border-t border-rule py-2 sm:grid-cols-[12rem_1fr]">
      <time dateTime={entry.at.toISOString()} className="text-small text-ink-soft">
        {stamp(entry.at)}
      </time>
      <p>
        {/* A newer release may have stored an event that this one does not know. */}
        {t.has(what) ? t(what) : t('other', { what })}
        {glance === '' ? null : <span className="tabular text-small text-ink-soft"> {glance}</span>}
      </p>
    </li>
  );
}

export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const t = useTranslations('staff.order');
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className="pb-3 text-heading">
        {t('timeline')}
      </h2>
      <ol>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
    </section>
  );
}
