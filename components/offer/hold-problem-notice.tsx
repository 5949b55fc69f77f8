import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { Session } from '@/lib/contract/session';
import { stateText } from '@/lib/locale/availability';
import { venueTime } from '@/lib/locale/venue-time';
import { formatAmount } from '@/lib/money/money';
import type { HoldProblem } from '@/lib/storefront/common/offer/hold-choice';
import type { CatalogView } from '@/lib/storefront/common/catalogue/views';
import { Link } from '../ui/link';
import { Notice } from '../ui/notice';

interface HoldProblemNoticeProps {
  readonly problem: HoldProblem;
  readonly maximum: number;
  /** The product of the offer that the problem is about, if the form has several. */
  readonly offerName: string | undefined;
  /** The ticket that the problem is about, if there is one. */
  readonly ticketName: string;
  readonly price: string | undefined;
  /** What was chosen is only held by others, and may come back. */
  readonly mayReturn: boolean;
  /** Sessions near one that could not be held, each with the page on which it is chosen. */
  readonly otherTimes: readonly { readonly session: Session; readonly href: string }[];
  readonly timezone: string | undefined;
  /** Whom customers ask, if the server says it. */
  readonly issuer: CatalogView['issuer'];
  /** The shop's own contact page, if the server does not say whom to ask. */
  readonly contactHref: string | undefined;
  /** The language of the issuer's texts, if it is not the page's. */
  readonly lang: string | undefined;
  /** More about the problem. */
  readonly children?: ReactNode;
}

function useSentence(props: HoldProblemNoticeProps): string {
  const { problem, maximum, mayReturn, ticketName, price = '0.00' } = props;
  const t = useTranslations('shop.problem');
  const language = useLocale();
  const { left = 0, minutes = problem.code === 'basket' ? 1 : 0, before = '0.00' } = problem;
  return t(mayReturn && problem.code === 'SOLD_OUT' ? 'allHeld' : problem.code, {
    left,
    minutes,
    max: maximum,
    ticket: ticketName,
    before: formatAmount(before, language),
    now: formatAmount(price, language),
  });
}

/** For these refusals a group may get tickets in another way. */
const limits = new Set<HoldProblem['code']>(['quantity', 'LIMIT_EXCEEDED', 'basket', 'network']);

/** Whom to ask for more tickets than the shop holds at once. */
function AskIssuer({ issuer, contactHref }: Pick<HoldProblemNoticeProps, 'issuer' | 'contactHref'>) {
  const t = useTranslations('shop.problem');
  const email = issuer?.email ?? null;
  if (issuer === undefined || email === null) {
    if (contactHref === undefined) return null;
    return (
      <p>
        <a href={contactHref} className="underline">
          {t('groupContact')}
        </a>
      </p>
    );
  }
  return (
    <p>
      {t('group', { name: issuer.name })}{' '}
      <a href={`mailto:${email}`} className="break-words underline">
        {email}
      </a>
    </p>
  );
}

/** Notice that nothing was held, and why. */
export function HoldProblemNotice(props: HoldProblemNoticeProps) {
  const { problem, offerName, issuer, lang, otherTimes, timezone } = props;
  const t = useTranslations('shop');
  const state = useTranslations('shop.state');
  const sentence = useSentence(props);
  return (
    <Notice tone="problem" id="problem" title={t('problem.title')}>
      <p>
        {offerName === undefined ? null : (
          <strong lang={lang}>{t('problem.ofType', { name: offerName })} </strong>
        )}
        {sentence}
      </p>
      {props.children}
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
      {limits.has(problem.code) ? <AskIssuer issuer={issuer} contactHref={props.contactHref} /> : null}
      <p className="text-small">{t('problem.kept')}</p>
    </Notice>
  );
}
