import { type DayView, readDay } from '../../../shop/flows/closing/read-day';
import { type CloseDay, closeDay, type DayClosed, longestNote } from '../../../shop/flows/closing/close-day';
import { readPayoutsAgain } from '../../../shop/flows/closing/read-payouts';
import { typedWords } from '../../../contract/typed-text';
import { atOnce } from './at-once';
import { seenBy } from './seen-by';
import { firstText } from '../../common/request/parameters';
import { isBookDay, shopToday } from '../report/report-period';
import { forStaff, type ForStaff, type Staff } from '../../common/account/for-staff';
import { typedBalance } from '../../common/forms/typed-balance';

export { longestNote } from '../../../shop/flows/closing/close-day';

type Parameters = Readonly<Record<string, string | string[] | undefined>>;

interface ClosingView {
  /** YYYY-MM-DD, and that of the present day, in the shop's time zone. */
  day: string;
  today: string;
  timeZone: string;
  /** The day of the address is none: the figures are those of today. */
  isWrong: boolean;
  view: DayView;
  /** The person has to count a till first: what was paid at the counter is left out. */
  isBlind: boolean;
}

/** The day of an address, or today. */
export function readClosing(parameters: Parameters): Promise<ForStaff<ClosingView>> {
  return forStaff('reports:read', async (appContext) => {
    const { checkoutContext, config } = appContext;
    const today = await shopToday(appContext);
    const typed = firstText(parameters['day']);
    const known = typed !== undefined && isBookDay(typed) ? typed : undefined;
    const day = known ?? today;
    const { timeZone } = config;
    const whole = await readDay(checkoutContext.database, { day, timeZone });
    const isWrong = typed !== undefined && known === undefined;
    return { day, today, timeZone, isWrong, ...seenBy(appContext.member, whole) };
  });
}

/** What was typed. */
interface TypedClosing {
  readonly day: string;
  readonly counted: string;
  readonly expected: string;
  readonly note: string;
}

/** `day`: what was sent is none. */
export type ClosingProblem = Exclude<DayClosed, 'closed'> | 'counted' | 'tooLong' | 'day';

/** Records the cash that was counted; or what is wrong. */
export async function closeShopDay(
  { member, checkoutContext, config }: Staff<'orders:change'>,
  typed: TypedClosing,
): Promise<ClosingProblem | null> {
  const counted = typedBalance(typed.counted);
  const expected = typedBalance(typed.expected);
  const note = typedWords(typed.note);
  if (!isBookDay(typed.day)) return 'day';
  if (counted === null) return 'counted';
  if (expected === null) return 'changed';
  if (note.length > longestNote) return 'tooLong';
  const { timeZone } = config;
  // A form of before the person's shift: its amount says what the till has to hold.
  const whole = await readDay(checkoutContext.database, { day: typed.day, timeZone });
  if (seenBy(member, whole).isBlind) return 'changed';
  const request: CloseDay = { day: typed.day, timeZone, counted, expected, note, staff: member.id };
  const closed = await closeDay(checkoutContext, request);
  return closed === 'closed' ? null : closed;
}

const oneReading = atOnce(1);

/** `unavailable`: the provider does not answer. `busy`: the payouts are being read already. `day`: it is none. */
export async function readPayoutsOf(
  { member, checkoutContext }: Staff<'orders:change'>,
  day: string,
): Promise<'read' | 'unavailable' | 'busy' | 'day'> {
  if (!isBookDay(day)) return 'day';
  return oneReading('payouts', () => readPayoutsAgain(checkoutContext, day, member.id));
}
