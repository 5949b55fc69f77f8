import { sql } from 'drizzle-orm';
import type {
  InvoiceBuyer,
  InvoiceLine,
  InvoicePayment,
  InvoiceSeller,
} from '../../../invoice/invoice-document';
import { taxedLines, totalOfLines } from '../../../invoice/tax-groups';
import { invoiceTranslator } from '../../../locale/invoice-messages';
import type { Language } from '../../../locale/languages';
import { compareAmounts } from '../../../money/money';
import { ticketMoment } from '../../../locale/ticket-moment';
import type { CheckoutContext } from '../../context';
import { findCheckout } from '../../data/checkout-store';
import { insertInvoice, isClash, type NewInvoice, readInvoices } from '../../data/invoice-store';
import { endJob } from '../../data/job-store';
import { readWholeCheckout, type WholeCheckout } from '../../data/whole-checkout-store';
import type { Checkout } from '../../rules/checkout';
import { leftOf } from '../../rules/discount-of';
import { type Described, linesOfOrder, paymentsOf } from '../../rules/invoice-lines';
import { visitsOf } from '../../rules/order-of-time';
import type { Invoice } from '../../tables/invoice-table';
import type { Line } from '../../values/checkout-values';
import { describeHolds } from '../visit/describe-holds';
import { issueCreditNotes } from './credit-notes';

type Issuing = Pick<CheckoutContext, 'client' | 'database' | 'report'>;

/** Issues every document of a purchase that is missing. A repetition issues nothing twice. */
export async function issueDocuments(context: Issuing, checkoutId: string): Promise<Invoice[]> {
  const { database } = context;
  const whole = await readWholeCheckout(database, checkoutId);
  if (whole === null) {
    await endJob(database.single, 'invoice', checkoutId);
    return [];
  }
  await issueInvoices(context, whole);
  await database.transaction((transaction) => issueCreditNotes(transaction, checkoutId));
  return readInvoices(database, checkoutId);
}

/**
 * Issues the invoices of a purchase, one for each seller, unless it has them: of an order that is paid and cost something. What is
 * asked of other servers is asked before. Resolves to those that were issued now.
 */
export async function issueInvoices(context: Issuing, whole: WholeCheckout): Promise<Invoice[]> {
  const { checkout, invoices, orders } = whole;
  const isPaid = checkout.state === 'ordered' && compareAmounts(checkout.total ?? '0.00', '0.00') > 0;
  if (!isPaid || invoices.length > 0 || orders.length === 0) return [];
  const documents = await invoicesOf(context, whole);
  // It waits in case that no e-mail issues the invoice; one that is due now is about something else.
  const done = sql`needless as (delete from storefront.job
    where subject = 'invoice' and key = ${checkout.id} and due_at > clock_timestamp())`;
  try {
    const [only, ...others] = documents;
    if (only !== undefined && others.length === 0)
      return [await insertInvoice(context.database.single, only, [done])];
    return await context.database.transaction(async (transaction) => {
      const issued: Invoice[] = [];
      for (const document of documents) issued.push(await insertInvoice(transaction, document));
      return issued;
    });
  } catch (error) {
    // Another worker has issued them, or begun a series, at this moment.
    if (!isClash(error)) throw error;
    const known = await readInvoices(context.database, checkout.id);
    if (known.length === 0) throw error;
    return known;
  }
}

/** In the order of the catalogues' identifiers, in which all transactions lock the series. */
async function invoicesOf(context: Issuing, whole: WholeCheckout): Promise<NewInvoice[]> {
  const { checkout, orders, payments, rebooking } = whole;
  const { language } = checkout;
  const catalogs = [...new Set(orders.map(({ catalogId }) => catalogId))].sort();
  const t = invoiceTranslator(language);
  const sellers = await Promise.all(catalogs.map((id) => sellerOf(context, id, language)));
  const described = new Map<string, Line[]>();
  for (const hold of whole.holds)
    described.set(hold.reservationId, await describeHolds(context, [hold], language));
  const linesOf = (catalogId: string) => {
    const own = orders.filter((order) => order.catalogId === catalogId);
    const lines = own.flatMap(({ data, reservationId }) => {
      const items = described.get(reservationId) ?? [];
      return linesOfOrder(
        data,
        (item) => ({
          ...describedAs(items[item], language),
          ...discounted(whole, data.items[item]?.discountInclTax ?? '0.00'),
        }),
        t,
      );
    });
    return taxedLines(lines);
  };
  const all = catalogs.map((catalogId, index) => ({
    catalogId,
    lines: linesOf(catalogId),
    seller: sellers[index],
  }));
  const earlier = rebooking === null ? null : await findCheckout(context.database, rebooking.earlierId);
  const means = paymentsOf(
    all.map(({ lines }) => totalOfLines(lines)),
    meansOf(checkout, payments, earlier?.reference ?? null),
  );
  return all.flatMap(({ catalogId, lines, seller }, index): NewInvoice[] => {
    const total = totalOfLines(lines);
    if (seller === undefined || compareAmounts(total, '0.00') <= 0) return [];
    const orderedAt = orders[0]?.createdAt ?? checkout.enteredAt;
    return [
      {
        checkoutId: checkout.id,
        catalogId,
        kind: 'invoice',
        cause: 'purchase',
        total,
        buyer: buyerOf(checkout),
        content: {
          language,
          ...seller,
          reference: checkout.reference,
          orderedAt: orderedAt.toISOString(),
          lines,
          payments: means[index] ?? [],
          earlier: null,
          reason: null,
        },
      },
    ];
  });
}

type Seller = { seller: InvoiceSeller; sellerLanguage: string; timezone: string };

/** Who sells the tickets of a catalogue. A server that does not tell it sells under the name of the catalogue. */
async function sellerOf({ client }: Issuing, catalogId: string, language: Language): Promise<Seller> {
  const found = await client.getCatalog(catalogId, { language });
  if (found.kind === 'missing') throw new Error(`the catalogue ${catalogId} has no seller (any more)`);
  const { issuer, name, timezone, language: own } = found.value;
  const { address = '', email = null, taxNumber = null } = issuer ?? {};
  return {
    seller: { name: issuer?.name ?? name, address, email, vatNumber: taxNumber },
    sellerLanguage: own ?? language,
    timezone: timezone ?? 'UTC',
  };
}

function discounted({ holds }: WholeCheckout, amount: string): Pick<InvoiceLine, 'discount'> {
  if (compareAmounts(amount, '0.00') === 0) return {};
  return { discount: { amount, by: leftOf(holds) === null ? 'voucher' : 'giftCard' } };
}

function describedAs(line: Line | undefined, language: Language): Described {
  const t = invoiceTranslator(language);
  if (line === undefined) return { text: '–', details: '' };
  const visits = visitsOf(line).map((ticket) => {
    const { day, time } = ticketMoment(line, ticket, language);
    const at = [day, time ?? ''].filter((text) => text !== '').join(', ');
    const when = line.giftCard === true ? t('validUntil', { day }) : at;
    const { name = '', venue = '' } = ticket.event ?? {};
    return [name === line.productName ? '' : name, when, venue ?? ''];
  });
  return {
    text: line.productName === '' ? line.catalogName || '–' : line.productName,
    details: [...new Set(visits.flat().filter((text) => text !== ''))].join(' · '),
    ...(line.lang === undefined ? {} : { lang: line.lang }),
  };
}

/** The credit of exchanged tickets, and the payments, the first one first. */
function meansOf(
  { credit }: Pick<Checkout, 'credit'>,
  payments: WholeCheckout['payments'],
  reference: string | null,
): InvoicePayment[] {
  const paid = payments
    .filter(({ state }) => state === 'paid')
    .toReversed()
    .map(({ method: how, amount, settledAt }): InvoicePayment => ({
      how,
      amount,
      at: settledAt?.toISOString() ?? null,
      reference: null,
    }));
  if (compareAmounts(credit, '0.00') === 0) return paid;
  return [{ how: 'credit', amount: credit, at: null, reference }, ...paid];
}

/** Null: the personal data was erased. */
export function buyerOf({ customer, invoice }: Pick<Checkout, 'customer' | 'invoice'>): InvoiceBuyer | null {
  if (customer === null) return null;
  return {
    name: `${customer.firstname} ${customer.lastname}`,
    company: invoice?.company ?? '',
    address: invoice?.address ?? '',
    vatNumber: invoice?.vatNumber ?? null,
    country: customer.country,
  };
}
