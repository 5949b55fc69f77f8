/** What texts call what was bought: a booking of gift cards alone speaks of them, any other one of tickets. */
export type BookingKind = 'cards' | 'tickets';

/** Pure: of these lines or items. */
export function bookingKind(lines: readonly { readonly giftCard?: boolean | undefined }[]): BookingKind {
  return lines.length > 0 && lines.every(({ giftCard }) => giftCard === true) ? 'cards' : 'tickets';
}
