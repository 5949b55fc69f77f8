import { useLocale, useTranslations } from 'next-intl';
import type { Session } from '@/lib/contract/session';
import { venueTime } from '@/lib/locale/venue-time';
import { formatAmount } from '@/lib/money/money';
import { stateText } from '../session/state-text';
import { Link } from '../ui/link';
import { Notice } from '../ui/notice';

export interface Problem {
  readonly problem:
    | 'SOLD_OUT'
    | 'INSUFFICIENT_QUANTITY'
    | 'SESSION_UNAVAILABLE'
    | 'NOT_ON_SALE'
    | 'LIMIT_EXCEEDED'
    | 'UNKNOWN'
    | 'price'
    | 'unpriced'
    | 'quantity'
    | 'session'
    | 'invalid'
    | 'basket'
    | 'network'
    | 'busy'
    | 'away';
  readonly left?: number | undefined;
  readonly minutes?: number | undefined;
  readonly before?: string | undefined;
}

interface HoldProblemProps {
  readonly problem: Problem;
  readonly maximum: number;
  /** The ticket that the problem is about, when it is about one. */
  readonly ticketName: string | undefined;
  readonly price: string | undefined;
  /** Sessions near to one that could not be held, each with the page on which it is chosen. */
  readonly otherTimes: readonly { readonly session: Session; readonly href: string }[];
  readonly timezone: string | undefined;
}

function useSentence({ problem, maximum, ticketName, price }: HoldProblemProps): string {
  const t = useTranslations('shop.problem');
  const language = useLocale();
  switch (problem.problem) {
    case 'INSUFFICIENT_QUANTITY':
      return t('INSUFFICIENT_QUANTITY', { left: problem.left ?? 0 });
    case 'basket':
      return t('basket', { minutes: problem.minutes ?? 1, left: problem.left ?? 0 });
    case 'network':
      return t('network', { minutes: problem.minutes ?? 0, left: problem.left ?? 0 });
    case 'price':
      return t('price', {
        before: formatAmount(problem.before ?? '0.00', language),
        now: formatAmount(price ?? '0.00', language),
      });
    case 'quantity':
      return t('quantity', { max: maximum });
    case 'session':
      return t('session', { ticket: ticketName ?? '' });
    case 'SOLD_OUT':
    case 'SESSION_UNAVAILABLE':
    case 'NOT_ON_SALE':
    case 'LIMIT_EXCEEDED':
    case 'UNKNOWN':
    case 'unpriced':
    case 'invalid':
    case 'busy':
    case 'away':
      return t(problem.problem);
  }
}

/** Why nothing is held yet, and the way on. */
export function HoldProblem(props: HoldProblemProps) {
  const { otherTimes, timezone } = props;
  const t = useTranslations('shop');
  const state = useTranslations('shop.state');
  const sentence = useSentence(props);
  return (
    <Notice tone="problem" id="problem" title={t('problem.title')}>
      <p>{sentence}</p>
      {otherTimes.length === 0 ? null : (
        <>
          <p className="pt-1 font-bold">{t('offer.otherTimes')}</p>
          <ul className="flex flex-wrap gap-2">
            {otherTimes.map(({ session, href }) => (
              <li key={session.id}>
                <Link
                  href={href}
                  className="inline-flex min-h-target items-center gap-2 rounded border border-edge bg-paper px-3 no-underline hover:border-ink"
                >
                  <time dateTime={session.occursAt} className="font-bold">
                    {venueTime(session.occursAt, timezone)}
                  </time>
                  <span className="text-small">{stateText(state, session.availableQuantity)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="text-small">{t('problem.kept')}</p>
    </Notice>
  );
}
