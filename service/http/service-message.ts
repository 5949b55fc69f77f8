import { LRUCache } from 'lru-cache';
import type { ViolationCode } from '@/lib/contract/problem';
import type { Language } from '@/lib/locale/languages';
import type { FailureReason } from '@/lib/contract/reservation';
import type { UnchangedReason } from '@/lib/contract/voucher';
import { serviceTranslator } from '@/lib/locale/service-messages';

/** Used instead of a code's own message, if that would say too little. */
export type MessageKey =
  | 'unknownField'
  | 'missingValue'
  | 'unknownOffer'
  | 'unknownTicket'
  | 'unknownSession'
  | 'sessionRefused'
  | 'unknownReservation'
  | 'alreadyRedeemed'
  | 'unknownItemTicket'
  | 'ticketCancelled'
  | 'ticketsTogether'
  | 'notCancellable'
  | 'deadlinePassed'
  | 'notRebookable'
  | 'rebookingDeadlinePassed'
  | 'unknownOrder'
  | 'orderedBefore'
  | 'capacityTaken'
  | 'capacityUsed'
  | 'dayPast'
  | 'otherFeed'
  | 'otherKey'
  | 'peopleMaintain'
  | 'feedsMaintain'
  | 'catalogExists'
  | 'draftExists'
  | 'fixedKey'
  | 'unknownZone'
  | 'unknownBase'
  | 'unknownSubject'
  | 'otherCatalog'
  | 'voucherChanged'
  | 'voucherOfExchange'
  | 'otherSeller'
  | 'otherTotal'
  | 'voucherFixed'
  | 'voucherExists'
  | 'voucherBatchExists'
  | 'voucherPeriod'
  | 'otherBody'
  | 'badCharacter'
  | 'refusedValue'
  | 'unknownParameter'
  | 'nearParameter'
  | 'repeatedParameter'
  | 'keyCharacters'
  | 'missingTicket'
  | 'seatsRefused'
  | 'seatForEach'
  | 'unknownSeat'
  | 'seatOfOtherZone'
  | 'seatTwice'
  | 'seatInUse'
  | 'unseatedTickets'
  | 'giftCard'
  | 'giftCardUsed'
  | 'notForGiftCards';

// Formatting takes about 10 µs. A response lists up to a hundred violations, of which many have the same message, and
// a sold-out sale sends thousands of failed reservations a second.
const formatted = new LRUCache<string, string>({ max: 1_000 });
const longestCached = 100;

/** `detail` (a limit, a type, a sentence) is for the placeholder of the message, if it has one. */
export function serviceMessage(
  what:
    | `violation.${ViolationCode | MessageKey}`
    | `failedReservation.${FailureReason}`
    | `voucherRefusal.${UnchangedReason}`,
  language: Language,
  detail = '',
): string {
  const key = `${language} ${what} ${detail}`;
  const known = formatted.get(key);
  if (known !== undefined) return known;
  const message = serviceTranslator(language)(what, { detail }).trim();
  if (detail.length <= longestCached) formatted.set(key, message);
  return message;
}
