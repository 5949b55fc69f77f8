import { useLocale, useTranslations } from 'next-intl';
import { ticketMoment } from '@/lib/locale/ticket-moment';
import { formatAmount } from '@/lib/money/money';
import { groupTitle, lineGroups, nameInGroup } from '@/lib/shop/rules/line-groups';
import { listAmount } from '@/lib/shop/rules/list-amount';
import { visitsOf } from '@/lib/shop/rules/order-of-time';
import type { Line } from '@/lib/shop/values/checkout-values';

/** When it takes place, and what each of several visits is. `title`: what is said above already. */
function Moments({ line, title }: { line: Line; title: string }) {
  const t = useTranslations('checkout.items');
  const language = useLocale();
  const visits = visitsOf(line);
  return visits.map((ticket, index) => {
    const { day, time } = ticketMoment(line, ticket, language);
    const name = visits.length > 1 ? (ticket.event?.name ?? ticket.name) : '';
    return (
      <p
        key={`${index} ${ticket.occursAt ?? ''}`}
        className="text-small text-ink-soft first-letter:uppercase"
      >
        {name === '' || name === title ? null : <span lang={line.lang}>{name}, </span>}
        {time === null ? t('anyTime', { day }) : t('moment', { day, time })}
      </p>
    );
  });
}

/** A group for each event and time, which are said where there are several groups or tariffs. */
export function BoughtLines({ lines }: { lines: readonly Line[] }) {
  const language = useLocale();
  const groups = lineGroups(lines);
  return (
    <ul className="space-y-3 pt-2">
      {groups.map((group, index) => {
        const [first, ...others] = group;
        if (first === undefined) return null;
        const title = others.length === 0 ? '' : groupTitle(group);
        const isTimed = groups.length > 1 || others.length > 0;
        return (
          <li key={index}>
            {title === '' ? null : (
              <p lang={first.lang} className="font-bold">
                {title}
              </p>
            )}
            {isTimed && first.giftCard !== true ? <Moments line={first} title={title} /> : null}
            <dl>
              {group.map((line, position) => (
                <div key={`${position} ${line.productId}`} className="flex justify-between gap-4 py-1">
                  <dt className="min-w-0">
                    {line.quantity} × <span lang={line.lang}>{nameInGroup(line, title)}</span>
                  </dt>
                  <dd className="tabular">{formatAmount(listAmount(line), language)}</dd>
                </div>
              ))}
            </dl>
          </li>
        );
      })}
    </ul>
  );
}
