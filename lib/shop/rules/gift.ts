import { Temporal } from 'temporal-polyfill';
import { isEmail, isName } from '../../contract/customer-rules';
import { isPlainText } from '../../contract/plain-text';
import { typedEmail, typedText, typedWords } from '../../contract/typed-text';
import { venueDay } from '../../locale/venue-time';
import type { Gift, Line } from '../values/checkout-values';

export const longestGiftName = 100;
export const longestMessage = 500;
export const mostMessageLines = 12;
const longestPiece = 60;

/** At this hour of its day, by the clock of the shop. */
const giftHour = 8;

/** A day of a booking whose visits have no day. */
const mostDaysWithoutVisit = 365;

export const giftFields = ['name', 'email', 'message', 'date'] as const;
export type GiftField = (typeof giftFields)[number];
export type TypedGift = Readonly<Record<GiftField, string>>;

/** The days on which a gift can be sent, YYYY-MM-DD. */
export interface GiftDays {
  readonly first: string;
  readonly last: string;
}

/** From today until the day of the first visit, which a gift card is not. */
export function giftDays(
  lines: readonly Pick<Line, 'date' | 'timezone' | 'tickets' | 'giftCard'>[],
  timeZone: string,
  now: Date,
): GiftDays {
  const first = dayOf(now, timeZone);
  const visits = lines
    .filter(({ giftCard }) => giftCard !== true)
    .flatMap(({ date, timezone, tickets }) =>
      tickets.flatMap(({ occursAt }) => {
        const day = occursAt === null ? date : venueDay(occursAt, timezone ?? undefined);
        return day === null ? [] : [day];
      }),
    );
  const [visit = addDays(first, mostDaysWithoutVisit)] = visits.toSorted();
  return { first, last: visit < first ? first : visit };
}

const dayOf = (moment: Date, timeZone: string) => venueDay(moment.toISOString(), timeZone);
const addDays = (day: string, days: number) => Temporal.PlainDate.from(day).add({ days }).toString();

/** When it is sent; null: now. */
export function giftDue({ date }: Pick<Gift, 'date'>, timeZone: string, now: Date): Date | null {
  if (date === null || date <= dayOf(now, timeZone)) return null;
  const at = Temporal.PlainDate.from(date).toZonedDateTime({ timeZone, plainTime: { hour: giftHour } });
  return new Date(at.epochMilliseconds);
}

/**
 * What mail programs show as a link, in any script; words without a space after a full stop look the same. The shop sends what
 * a stranger typed to somebody who did not ask for it: without links that is of no use for a fraud.
 */
const address = /@|:\/\/|www\.|[\p{L}\p{N}]\.\p{L}{2,}/iu;

/** The first piece of a message that looks like a web or e-mail address; null: none does. */
export function addressIn(message: string): string | null {
  const found = message.split(/\s+/).find((piece) => address.test(piece));
  if (found === undefined) return null;
  return found.length <= longestPiece ? found : `${found.slice(0, longestPiece)}…`;
}

const isShortName = (name: string) => name.length <= longestGiftName && !address.test(name);

/** Whether a gift may come from somebody with this name, which is in the subject of its e-mail. */
export const mayGive = ({ firstname, lastname }: { firstname: string; lastname: string }): boolean =>
  isShortName(`${firstname} ${lastname}`);

interface CheckedGift {
  /** Null: it is no gift, or something is wrong. */
  readonly gift: Gift | null;
  readonly wrong: readonly GiftField[];
}

/** A gift as it was typed; a day alone is none. */
export function readGift(typed: TypedGift, days: GiftDays): CheckedGift {
  const isGiven = [typed.name, typed.email, typed.message].some((text) => typedText(text) !== '');
  if (!isGiven) return { gift: null, wrong: [] };
  const name = typedWords(typed.name).replaceAll(/\s+/g, ' ');
  const message = messageOf(typed.message);
  const date = typedText(typed.date);
  const isRight: Record<GiftField, boolean> = {
    name: isName(name) && isShortName(name),
    email: isEmail(typed.email),
    message:
      message.length <= longestMessage &&
      message.split('\n').length <= mostMessageLines &&
      isPlainText(message) &&
      !address.test(message),
    date: date === '' || (isDay(date) && date >= days.first && date <= days.last),
  };
  const wrong = giftFields.filter((field) => !isRight[field]);
  if (wrong.length > 0) return { gift: null, wrong };
  return { gift: { name, email: typedEmail(typed.email), message, date: date === '' ? null : date }, wrong };
}

/** Its lines without what is not seen; of empty lines none is the first or the last, or follows another one. */
function messageOf(typed: string): string {
  const lines = typed.split(/\r\n|[\r\n\u2028\u2029]/).map(typedWords);
  const kept = lines.filter((line, index) => line !== '' || (lines[index - 1] ?? '') !== '');
  return (kept.at(-1) === '' ? kept.slice(0, -1) : kept).join('\n');
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  try {
    return Temporal.PlainDate.from(text).toString() === text;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
