import { createHash } from 'node:crypto';
import type { Language } from '../../../locale/languages';
import { messages } from '../../../locale/messages';
import { createTranslate } from '../../../locale/translators';
import { ticketMoment, visitChange } from '../../../locale/ticket-moment';
import { withOffsetOf } from '../../../locale/venue-time';
import { getAppContext } from '../../../runtime/app-context';
import { applePass } from '../../../wallet/apple-pass';
import { googleLink } from '../../../wallet/google-link';
import type { WalletLabels, WalletTicket } from '../../../wallet/wallet-ticket';
import { accentOfLine } from '../../common/catalogue/accent';
import { previewAccents, previewInks } from '../image/draw-preview';
import { getSharedTicket } from './shared-ticket';
import type { TicketView } from '../../common/order/order-tickets';
import { passIcons } from './pass-icons';
import { canSign } from '../../common/order/wallet-links';
import { visitOf } from '../../../shop/flows/visit/visits';

/** A pass of the ticket for Apple Wallet; null: the page of the ticket says why there is none. */
export async function getApplePass(token: string, language: Language) {
  const { apple } = (await getAppContext()).config.wallets;
  if (!canSign(apple)) return null;
  const ticket = await findWalletTicket(token, language);
  return ticket === null ? null : applePass(ticket, labelsIn(language), apple, await passIcons());
}

/** The address at which the ticket is saved in Google Wallet; null: the page of the ticket says why there is none. */
export async function getGoogleLink(token: string, language: Language): Promise<string | null> {
  const { google } = (await getAppContext()).config.wallets;
  if (google === null) return null;
  const ticket = await findWalletTicket(token, language);
  return ticket === null ? null : googleLink(ticket, google);
}

async function findWalletTicket(token: string, language: Language): Promise<WalletTicket | null> {
  const loaded = await getSharedTicket(token, language);
  if (loaded.kind !== 'loaded' || loaded.value.kind !== 'valid') return null;
  const { ticket, id } = loaded.value;
  // A pass shows a visit, and no balance.
  if (ticket.code === null || ticket.giftCard !== null) return null;
  const { shopName } = (await getAppContext()).config;
  const { accent } = previewAccents[accentOfLine(ticket.line)];
  const colors = { ground: accent, text: previewInks.onAccent };
  return { ...walletTicket({ ...ticket, code: ticket.code }, language), id, shop: shopName, colors };
}

/** What a pass shows of a ticket. */
export function walletTicket(
  { line, ticket, holder, reference, code }: TicketView & { code: string },
  language: Language,
): Omit<WalletTicket, 'id' | 'shop' | 'colors'> {
  const { name, ends } = visitOf(line, ticket);
  const { occursAt, event, calledOff = null } = ticket;
  const { catalogId, catalogName, productId, productName, date } = line;
  const { day, time } = ticketMoment(line, ticket, language);
  const change = visitChange(line, ticket, language);
  const items = createTranslate(language, messages[language].checkout.items);
  const [seat] = ticket.seats ?? [];
  const changed = change === null ? '' : items('visitChange', change);
  const of = JSON.stringify([
    catalogId,
    event?.id ?? productId,
    occursAt ?? date,
    ticket.sessionName,
    language,
    // What was saved of it before stays as it is.
    ...(calledOff === null ? [] : [calledOff]),
  ]);
  return {
    visitId: createHash('sha256').update(of).digest('hex').slice(0, 32),
    name,
    from: catalogName,
    moment: time === null ? day : `${day}, ${time}`,
    changed,
    changedBriefly: calledOff === null ? changed : items('calledOff', { what: calledOff }),
    calledOff,
    begins: occursAt,
    ends: occursAt === null || ends === null ? null : withOffsetOf(new Date(ends), occursAt),
    place:
      event === null || event.venue === null
        ? null
        : { name: event.venue, address: event.address ?? '', position: event.position ?? null },
    seat:
      seat === undefined
        ? null
        : { ...seat, text: items('seat', { section: seat.section, row: seat.row, number: seat.number }) },
    holder,
    product: productName,
    reference,
    code,
    language,
  };
}

function labelsIn(language: Language): WalletLabels {
  const t = createTranslate(language, messages[language].checkout.order);
  const { address, seat } = messages[language].checkout.wallet;
  return {
    when: t('when'),
    where: t('where'),
    holder: t('holder'),
    product: t('product'),
    reference: t('ticketReference'),
    address,
    seat,
  };
}
