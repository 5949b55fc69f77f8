import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import type { Accent } from '@/lib/contract/accent';
import type { TicketView } from '@/lib/storefront/common/order/order-tickets';
import type { WalletLinks } from '@/lib/storefront/common/order/wallet-links';
import { PlainPage } from '../layout/plain-page';
import { PageFrame } from '../layout/page-frame';
import { buttonClass } from '../ui/button';
import { ButtonLink } from '../ui/button-link';
import { KeepOffline } from './keep-offline';
import { StoredCopy } from './stored-copy';
import { TicketCard } from './ticket-list';

interface SharedTicketProps {
  readonly token: string;
  readonly ticket: TicketView;
  readonly walletLinks: WalletLinks;
  readonly accent: Accent;
}

/** One ticket of an order, without the rest of the order. */
export function SharedTicket({ token, ticket, walletLinks, accent }: SharedTicketProps) {
  const t = useTranslations('checkout.share.page');
  const items = useTranslations('checkout.items');
  const calendar = useTranslations('checkout.calendar');
  const language = useLocale();
  const { calledOff: what } = ticket.ticket;
  const isVisit = ticket.line.giftCard !== true;
  const hasDay = isVisit && (ticket.ticket.occursAt !== null || ticket.line.date !== null);
  return (
    <PageFrame accent={accent}>
      <div className="print:hidden">
        <h1 className="pt-10 text-title sm:pt-14">{t(isVisit ? 'title' : 'giftCardTitle')}</h1>
        <p className="max-w-text pt-4 pb-8 font-serif text-lead">
          {what === undefined ? (
            t(isVisit ? 'text' : 'giftCard')
          ) : (
            <strong>{items('calledOff', { what })}</strong>
          )}
        </p>
      </div>
      <StoredCopy />
      <KeepOffline path={paths.ticket(language, token)} />
      <ul className="max-w-3xl">
        <TicketCard {...ticket} walletLinks={walletLinks} shareLink={null} />
      </ul>
      {hasDay ? (
        <p className="pt-6 print:hidden">
          <a href={paths.ticketCalendar(token, language)} className={buttonClass('secondary')}>
            {calendar('add')}
          </a>
        </p>
      ) : null}
      <p className="max-w-text py-6 text-small print:hidden">
        {t('secret', { of: isVisit ? 'tickets' : 'cards' })}
      </p>
    </PageFrame>
  );
}

/** Shown for a ticket that was cancelled, exchanged or used. */
export function VoidTicket({ kind }: { kind: 'cancelled' | 'exchanged' | 'redeemed' }) {
  const t = useTranslations('checkout.share');
  const language = useLocale();
  return (
    <PlainPage title={t(`${kind}.title`)} text={<p>{t(`${kind}.text`)}</p>}>
      <ButtonLink href={paths.home(language)}>{t('home')}</ButtonLink>
    </PlainPage>
  );
}

/** In place of a ticket, for a link that opens none: at its address, so that it can be corrected. */
export function WrongTicketLink() {
  const t = useTranslations('checkout.share.wrong');
  const language = useLocale();
  const texts = (
    <>
      <p>{t('text')}</p>
      <p>{t('own')}</p>
    </>
  );
  return (
    <PlainPage title={t('title')} text={texts}>
      <ButtonLink href={paths.findOrders(language)}>{t('find')}</ButtonLink>
    </PlainPage>
  );
}
