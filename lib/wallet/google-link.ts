import { importPKCS8, SignJWT } from 'jose';
import type { GoogleCredentials } from './credentials';
import type { WalletTicket } from './wallet-ticket';

const saveAddress = 'https://pay.google.com/gp/v/save/';
/** Google accepts no longer token for sure, because it is part of an address. */
const mostCharacters = 1_800;

/** What a pass can do without, in the order in which it is left out when the token would be too long. */
const optional = ['product', 'changed', 'place', 'holder'] as const;
type Optional = (typeof optional)[number];

/**
 * The address at which a customer saves a ticket in Google Wallet: its token contains the whole pass, signed, so nothing is
 * sent to Google before the customer opens it.
 */
export async function googleLink(
  ticket: WalletTicket,
  credentials: GoogleCredentials,
  now = new Date(),
): Promise<string> {
  for (let omitted = 0; ; omitted += 1) {
    const token = await signToken(ticket, optional.slice(omitted), credentials, now);
    if (token.length <= mostCharacters || omitted === optional.length) return `${saveAddress}${token}`;
  }
}

async function signToken(
  ticket: WalletTicket,
  shown: readonly Optional[],
  { issuerId, account, key }: GoogleCredentials,
  now: Date,
): Promise<string> {
  const classId = `${issuerId}.${ticket.visitId}`;
  const payload = {
    eventTicketClasses: [eventClass(classId, ticket, shown)],
    eventTicketObjects: [eventObject(`${issuerId}.${ticket.id}`, classId, ticket, shown)],
  };
  return new SignJWT({ typ: 'savetowallet', origins: [], payload })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(account)
    .setAudience('google')
    .setIssuedAt(now)
    .sign(await importPKCS8(key, 'RS256'));
}

const localized = (value: string, { language }: WalletTicket) => ({ defaultValue: { language, value } });

function eventClass(id: string, ticket: WalletTicket, shown: readonly Optional[]) {
  const { name, shop, place, begins, ends, colors, calledOff, changedBriefly } = ticket;
  // Google shows a place only with name and address.
  const hasPlace = shown.includes('place') && place !== null && place.name !== '' && place.address !== '';
  return {
    id,
    issuerName: shop,
    reviewStatus: 'UNDER_REVIEW',
    // In the name, because it is always on the front.
    eventName: localized(calledOff === null ? name : `${changedBriefly} ${name}`, ticket),
    hexBackgroundColor: colors.ground,
    ...(hasPlace
      ? { venue: { name: localized(place.name, ticket), address: localized(place.address, ticket) } }
      : {}),
    ...(begins === null ? {} : { dateTime: { start: begins, ...(ends === null ? {} : { end: ends }) } }),
  };
}

function eventObject(id: string, classId: string, ticket: WalletTicket, shown: readonly Optional[]) {
  const { reference, code, seat, holder, product, changed, calledOff } = ticket;
  return {
    id,
    classId,
    // Which Google keeps apart from those that can still be used.
    state: calledOff === 'cancelled' ? 'INACTIVE' : 'ACTIVE',
    ticketNumber: reference,
    barcode: { type: 'QR_CODE', value: code, alternateText: reference },
    ...(seat === null
      ? {}
      : {
          seatInfo: {
            section: localized(seat.section, ticket),
            row: localized(seat.row, ticket),
            seat: localized(seat.number, ticket),
          },
        }),
    ...(shown.includes('holder') && holder !== '' ? { ticketHolderName: holder } : {}),
    ...(shown.includes('product') && product !== '' ? { ticketType: localized(product, ticket) } : {}),
    ...(shown.includes('changed') && changed !== ''
      ? { textModulesData: [{ id: 'changed', body: changed }] }
      : {}),
  };
}
