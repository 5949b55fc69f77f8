import { beginningOf, type ReturnTerms } from '@/lib/locale/return-sentence';
import { compareAmounts } from '@/lib/money/money';
import { ReturnRules } from '../returns/return-rules';
import type { TypeRowsProps } from './type-rows';

/** What costs nothing can be given back until it begins, also without a rule. */
const ofFree: NonNullable<ReturnTerms['cancellation']> = { deadline: 'PT0H', share: '1' };

/** When it begins; null: its session is to be chosen in the form. */
function beginningIn({ tickets, session = null, timezone }: TypeRowsProps, date: string): string | null {
  if (session !== null) return session.occursAt;
  const times = (tickets ?? []).map(({ dateAccess, sessions: [only, ...others] }) => {
    if (dateAccess) return null;
    return others.length === 0 ? only?.occursAt : undefined;
  });
  const known = times.filter((time) => time !== undefined);
  if (known.length < times.length) return null;
  return beginningOf(known.length === 0 ? [null] : known, { date, timezone });
}

/** How the tickets of a form can be cancelled and exchanged: with day and time, if the session is chosen. */
export function TypeReturns(props: TypeRowsProps) {
  const { types, lang, timezone = null } = props;
  const of = types.map(({ offer: { product, date }, price }) => {
    const isFree = compareAmounts(price.amountInclTax, '0.00') === 0;
    const { name: productName, rebooking } = product;
    const cancellation = product.cancellation === null && isFree ? ofFree : product.cancellation;
    const begins = beginningIn(props, date);
    return { productName, lang, terms: { cancellation, rebooking, isFree, begins, timezone } };
  });
  return <ReturnRules of={of} className="pt-3 text-small" />;
}
