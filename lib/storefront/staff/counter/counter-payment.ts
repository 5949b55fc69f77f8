import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { storeEntries } from '../../../shop/flows/checkout/store-entries';
import { takePayment, type Tender } from '../../../shop/flows/counter/take-payment';
import { findCheckout } from '../../../shop/data/checkout-store';
import { readHolds } from '../../../shop/data/hold-store';
import { type Customer, customerSchema, typedEmailSchema } from '../../../contract/customer';
import { longestName } from '../../../contract/customer-rules';
import { cutText, isPlainLine } from '../../../contract/plain-text';
import { typedWords, typedText } from '../../../contract/typed-text';
import { amountSchema } from '../../../contract/values';
import { languages, type Language } from '../../../locale/languages';
import type { AppContext } from '../../../runtime/app-context';
import type { SaleProblem } from './counter-problems';
import type { ExchangeProblem } from '../../common/exchange/exchange-problem';
import { readSold } from './counter';
import { checkMore } from '../../common/checkout/questions';
import type { TypedAnswers } from '../../common/checkout/question-errors';
import type { Staff } from '../../common/account/for-staff';
import { typedAmount } from '../../common/forms/typed-amount';
import { waitBriefly } from '../../common/request/wait-briefly';

const typed = z.string().max(300).catch('');
export const paymentForm = z.object({
  checkoutId: z.guid(),
  total: amountSchema,
  method: z.enum(['cash', 'terminal']),
  given: typed,
  receipt: typed,
  firstname: typed,
  lastname: typed,
  email: typed,
  country: typed,
  language: z.enum(languages),
});
type PaymentForm = z.output<typeof paymentForm>;
type SaleStaff = Staff<'sales:make by catalog'>;

const longestReceipt = 40;

function parseTender({ method, given, receipt }: PaymentForm, isFree: boolean): Tender | SaleProblem {
  if (method === 'terminal') {
    const number = typedText(receipt);
    if (number.length > longestReceipt || !isPlainLine(number)) return 'receipt';
    return { method, receipt: number === '' ? null : number };
  }
  const amount = isFree && typedText(given) === '' ? '0.00' : typedAmount(given);
  return amount === null ? 'given' : { method, given: amount };
}

interface Buyer {
  customer: Customer & { language: Language };
  isReached: boolean;
}

/**
 * The customer of the order. Without a name it is a sale at the counter of this shop; without an e-mail address that of
 * the counter stands for it (COUNTER_EMAIL).
 */
async function parseBuyer(
  { config }: AppContext,
  { firstname, lastname, email, country, language }: PaymentForm,
): Promise<Buyer | SaleProblem> {
  const t = await getTranslations({ locale: language, namespace: 'counter' });
  const isReached = typedText(email) !== '';
  const address = typedEmailSchema.safeParse(isReached ? email : config.counter.email);
  if (!address.success) return 'email';
  const names = [typedWords(firstname), typedWords(lastname)];
  const hasName = names.some((name) => name !== '');
  const [first = '', last = ''] = hasName ? names : [cutText(config.shopName, longestName), t('walkIn')];
  const customer = customerSchema
    .extend({ language: z.enum(languages) })
    .safeParse({ firstname: first, lastname: last, email: address.data, country, language });
  if (customer.success) return { customer: customer.data, isReached };
  const isCountry = customer.error.issues.some(({ path }) => path[0] === 'country');
  return isCountry ? 'country' : 'name';
}

/** A second click sends the same payment once more; another one was taken in another window: no money is to be taken now. */
async function isSamePayment(staff: SaleStaff, checkoutId: string, tender: Tender): Promise<boolean> {
  const sold = await readSold(staff, checkoutId);
  const given = tender.method === 'cash' ? tender.given : null;
  return sold?.method === null || (sold?.method === tender.method && sold.given === given);
}

/** For how long the page waits for the order, so that it shows the tickets at once. */
const mostMilliseconds = 8_000;

/** `exchange`: why the earlier tickets do not pay for it any more. */
interface Problem {
  readonly problem: SaleProblem;
  readonly exchange?: ExchangeProblem;
}

async function pay(staff: SaleStaff, form: PaymentForm, answersTyped: TypedAnswers): Promise<Problem | null> {
  const { checkoutContext, worker } = staff;
  const { checkoutId, total, language, country } = form;
  const tender = parseTender(form, total === '0.00');
  if (typeof tender === 'string') return { problem: tender };
  const buyer = await parseBuyer(staff, form);
  if (typeof buyer === 'string') return { problem: buyer };
  const holds = await readHolds(checkoutContext.database, checkoutId);
  const more = await checkMore(holds, language, { typed: answersTyped, country });
  if (more === null) return { problem: 'unavailable' };
  if (more.errors.length > 0) return { problem: 'answers' };
  const { answers } = more;
  const by = { checkoutId, staff: staff.member.id };
  const taken = await takePayment(checkoutContext, { ...by, tender, total, ...buyer, answers });
  if (taken.kind === 'credit_lost') return { problem: taken.kind, exchange: taken.why };
  if (taken.kind === 'missing') return null;
  if (taken.kind !== 'taken' && taken.kind !== 'paid_before') return { problem: taken.kind };
  if (taken.kind === 'paid_before' && !(await isSamePayment(staff, checkoutId, tender)))
    return { problem: taken.kind };
  // The order is made here, before a worker takes it, because the page can't wait for one in another process.
  await waitBriefly(mostMilliseconds, () => worker.process(checkoutId));
  worker.wake();
  return null;
}

/** Takes the money of a sale. What was typed is kept for another try. Resolves to what is in the way; null: nothing. */
export async function takeCounterPayment(
  staff: SaleStaff,
  form: PaymentForm,
  answersTyped: TypedAnswers,
): Promise<Problem | null> {
  const { checkoutContext } = staff;
  const { checkoutId, method, given, receipt, language, firstname, lastname, email, country } = form;
  const checkout = await findCheckout(checkoutContext.database, checkoutId);
  // The page says that there is no such sale.
  if (checkout?.channel !== 'counter') return null;
  if (checkout.state === 'held') {
    const own = { method: [method], given: [given], receipt: [receipt], language: [language] };
    const more = { ...answersTyped, ...own };
    await storeEntries(checkoutContext, checkoutId, {
      firstname,
      lastname,
      email,
      country,
      phone: '',
      more,
    });
  }
  return pay(staff, form, answersTyped);
}
