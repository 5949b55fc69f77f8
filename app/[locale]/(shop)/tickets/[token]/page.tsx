import type { Metadata } from 'next';
import { cache } from 'react';
import { getLocale, getTranslations } from 'next-intl/server';
import { ServiceUnavailable } from '@/components/layout/service-unavailable';
import { GiftTickets } from '@/components/ticket/gift-tickets';
import { SharedTicket, VoidTicket, WrongTicketLink } from '@/components/ticket/shared-ticket';
import { paths } from '@/lib/locale/paths';
import { bookingKind } from '@/lib/shop/rules/booking-kind';
import { accentOfLine } from '@/lib/storefront/common/catalogue/accent';
import { getGiftTickets, isGiftToken } from '@/lib/storefront/shop/ticket/gift-tickets';
import { getSharedTicket } from '@/lib/storefront/shop/ticket/shared-ticket';

type Props = PageProps<'/[locale]/tickets/[token]'>;

// The title and the page have it in common.
const readGift = cache(getGiftTickets);
const readShared = cache(getSharedTicket);

async function isGiftCard(token: string): Promise<boolean> {
  const language = await getLocale();
  if (isGiftToken(token)) {
    const gift = await readGift(token, language);
    return gift.kind === 'valid' && bookingKind(gift.tickets.map(({ line }) => line)) === 'cards';
  }
  const loaded = await readShared(token, language);
  return (
    loaded.kind === 'loaded' && loaded.value.kind === 'valid' && loaded.value.ticket.line.giftCard === true
  );
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations('checkout.share.page');
  const isCard = await isGiftCard((await params).token);
  return { title: t(isCard ? 'giftCardTitle' : 'title'), robots: { index: false }, referrer: 'no-referrer' };
}

async function Gift({ token }: { token: string }) {
  const gift = await readGift(token, await getLocale());
  if (gift.kind === 'missing') return <WrongTicketLink />;
  if (gift.kind === 'cancelled') return <VoidTicket kind="cancelled" />;
  const [first] = gift.tickets;
  return (
    <GiftTickets
      {...gift}
      token={token}
      accent={first === undefined ? undefined : accentOfLine(first.line)}
    />
  );
}

/** One ticket of an order, by its own link; or all tickets of one that is a gift. */
export default async function TicketPage({ params }: Props) {
  const { token } = await params;
  if (isGiftToken(token)) return <Gift token={token} />;
  const language = await getLocale();
  const loaded = await readShared(token, language);
  if (loaded.kind === 'missing') return <WrongTicketLink />;
  if (loaded.kind === 'unavailable')
    return <ServiceUnavailable busy={loaded.busy} retryHref={paths.ticket(language, token)} />;
  const shared = loaded.value;
  if (shared.kind !== 'valid') return <VoidTicket kind={shared.kind} />;
  const { ticket } = shared;
  return (
    <SharedTicket
      token={token}
      ticket={ticket}
      walletLinks={shared.walletLinks}
      accent={accentOfLine(ticket.line)}
    />
  );
}
