import { z } from 'zod';
import { idSchema } from '../../../contract/iri';
import { typedText } from '../../../contract/typed-text';
import { amountSchema } from '../../../contract/values';
import { type Language, languages } from '../../../locale/languages';
import { paths, type Query } from '../../../locale/paths';
import { compareAmounts, multiplyAmount, subtractAmounts, sumAmounts } from '../../../money/money';
import { isBookingOfCatalogs } from '../../../shop/data/booking-catalogs';
import { readWholeCheckout } from '../../../shop/data/whole-checkout-store';
import type { Checkout } from '../../../shop/rules/checkout';
import { creditUse } from '../../../shop/rules/credit';
import type { Staff } from '../../common/account/for-staff';
import { type HoldChoice, holdableQuantities, readChoice } from '../../common/offer/hold-choice';
import { takeCounterPayment } from './counter-payment';
import { payBackExchange } from '../refund/pay-back';
import { holdForSale } from './hold-for-sale';
import { payKeys } from './pay-keys';

const text = z.string().max(300).catch('');

/**
 * `pay`: the key. `given`: the cash, as typed. `cart`: what the sale has cost before. `balance`: of an exchange, what the keys said:
 * to pay, or below 0 to give back.
 */
export const keysForm = z.object({
  pay: z.enum(payKeys).catch('later'),
  given: text,
  cart: amountSchema.catch('0.00'),
  balance: z
    .string()
    .regex(/^-?\d{1,12}\.\d{2}$/)
    .optional()
    .catch(undefined),
  country: text,
  offerId: text,
});
type KeysForm = z.output<typeof keysForm>;
type SaleStaff = Staff<'sales:make by catalog'>;

/**
 * Holds what is chosen on the first page of the counter and takes the money, or only holds it (`later`). Resolves to the sale's page,
 * with what is in the way; or to the form with the problem. Null when the form was not made by the shop, or not for this person.
 */
export async function sellAtOnce(
  staff: SaleStaff,
  form: FormData,
  keys: KeysForm,
  language: Language,
): Promise<string | null> {
  const sale = idSchema.safeParse(form.get('sale')).data;
  const choice = readChoice(form.entries(), keys.offerId);
  const chosen = amountOf(choice);
  const expected = sumAmounts([keys.cart, chosen ?? '0.00']);
  const pay = (saleId: string) => payHeld(staff, saleId, { ...keys, expected, language });
  // Nothing more is chosen: what the sale has already is paid. An exchange has a sale before something is held for it.
  if (chosen === null && sale !== undefined && form.has('cart')) {
    const { database } = staff.checkoutContext;
    if (!(await isBookingOfCatalogs(database, sale, staff.member.catalogs))) return null;
    return paths.staffSale(language, sale, await pay(sale));
  }
  return holdForSale(staff, form, pay);
}

/** What is chosen costs so much at the prices that were shown; null: nothing is chosen. */
function amountOf(choice: HoldChoice): string | null {
  const wanted = [...holdableQuantities(choice, 99)].filter(([, quantity]) => Number(quantity) > 0);
  if (wanted.length === 0) return null;
  return sumAmounts(
    wanted.map(([offer, quantity]) =>
      multiplyAmount(choice.seenPrices.get(offer) ?? '0.00', Number(quantity)),
    ),
  );
}

/** Resolves to what the sale's page says: nothing, or why no money was recorded. */
async function payHeld(
  staff: SaleStaff,
  saleId: string,
  {
    pay,
    given,
    expected,
    balance = expected,
    country,
    language,
  }: KeysForm & { expected: string; language: Language },
): Promise<Query> {
  if (pay === 'later') return {};
  const whole = await readWholeCheckout(staff.checkoutContext.database, saleId);
  if (whole === null) return {};
  const { due, back } = creditUse(whole);
  // A fee, a discount, or something that was added in another window: staff see the total first.
  if (whole.checkout.state === 'held' && subtractAmounts(due, back) !== balance)
    return { problem: 'total_changed' };
  const cash = pay === 'cash' ? (typedText(given) === '' ? due : given) : pay;
  const tender = pay === 'terminal' ? { method: pay, given: '' } : { method: 'cash' as const, given: cash };
  const buyer = knownBuyer(whole.checkout, { country, language });
  const payment = { checkoutId: saleId, total: due, ...tender, receipt: '', ...buyer };
  const problem = await takeCounterPayment(staff, payment, {});
  if (problem === null && isAmount(back) && (pay === 'cash' || pay === 'terminal'))
    await payBackExchange(staff, whole, { staff: staff.member.id, reason: 'rebooked', way: pay });
  return { ...problem };
}

/** Who exchanges tickets, or has given a name in this sale before; otherwise nobody is named. */
function knownBuyer({ entries }: Checkout, usual: { country: string; language: Language }) {
  const { firstname, lastname, email, more } = entries;
  return {
    firstname,
    lastname,
    email,
    country: entries.country || usual.country,
    language: languages.find((one) => one === more?.['language']?.[0]) ?? usual.language,
  };
}

const isAmount = (amount: string) => compareAmounts(amount, '0.00') > 0;
