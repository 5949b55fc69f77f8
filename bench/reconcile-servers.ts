import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import {
  filledAmount,
  filledId,
  filledReference,
  paidAfter,
  refundedEvery,
  settledAfter,
  type FilledShop,
} from '@/testing/shop/filled-shop';

// The payment provider and the ticketing service of a filled shop, as separate programs: they generate each answer
// on request, so that their memory and time are not in the figures of the measured program.

const cents = Math.round(Number(filledAmount) * 100);
const mostPerPage = 100;
const refundedRest = 1;

const settingSchema = z.object({
  orders: z.int(),
  begin: z.coerce.date(),
  spacingMilliseconds: z.number(),
});

const nothing = { status: 404, body: {} };
type Reply = { status: number; body: object };
const ok = (body: object): Reply => ({ status: 200, body });

/** The numbers of the purchases that were at this step in a range of time: from the first on, before the second. */
function numbersIn(shop: FilledShop, step: number, from: number, until: number): [number, number] {
  const numberAt = (moment: number) =>
    Math.min(
      shop.orders,
      Math.max(0, Math.ceil((moment - shop.begin.getTime() - step) / shop.spacingMilliseconds)),
    );
  return [numberAt(from), numberAt(until)];
}

const momentOf = (shop: FilledShop, n: number, step: number) =>
  shop.begin.getTime() + n * shop.spacingMilliseconds + step;
const secondOf = (shop: FilledShop, n: number, step: number) => Math.floor(momentOf(shop, n, step) / 1000);

function session(shop: FilledShop, n: number): object {
  return {
    id: `cs_${n}`,
    object: 'checkout.session',
    mode: 'payment',
    created: secondOf(shop, n, paidAfter / 2),
    status: 'complete',
    payment_status: 'paid',
    amount_total: cents,
    currency: 'eur',
    client_reference_id: filledId('checkout', n),
    customer_email: `customer-${n}@shop.test`,
    locale: 'en',
    payment_intent: {
      id: `pi_${n}`,
      object: 'payment_intent',
      status: 'succeeded',
      amount: cents,
      amount_capturable: 0,
      amount_received: cents,
      currency: 'eur',
    },
    url: null,
  };
}

function refund(shop: FilledShop, n: number): object {
  const created = secondOf(shop, n, settledAfter);
  const money = { payment_intent: `pi_${n}`, amount: cents, currency: 'eur', status: 'succeeded' };
  return { id: `re_${n}`, object: 'refund', created, ...money };
}

/** A list in Stripe's format, newest first (https://docs.stripe.com/api/pagination). */
function listed(
  query: URLSearchParams,
  range: readonly [number, number],
  isIn: (n: number) => boolean,
  view: (n: number) => object,
): Reply {
  const after = query.get('starting_after');
  let n = after === null ? range[1] - 1 : Number(after.split('_')[1]) - 1;
  const data: object[] = [];
  while (n >= range[0] && data.length < mostPerPage) {
    if (isIn(n)) data.push(view(n));
    n -= 1;
  }
  while (n >= range[0] && !isIn(n)) n -= 1;
  return ok({ object: 'list', data, has_more: n >= range[0] });
}

const isRefunded = (n: number) => n % refundedEvery === refundedRest;

function answerAsProvider(shop: FilledShop, { pathname, searchParams }: URL): Reply {
  const bound = (name: string, otherwise: number) =>
    Number(searchParams.get(`created[${name}]`) ?? otherwise) * 1000;
  const range = (step: number) => numbersIn(shop, step, bound('gte', 0), bound('lt', 1e12));
  switch (pathname) {
    case '/v1/checkout/sessions':
      return listed(
        searchParams,
        range(paidAfter / 2),
        () => true,
        (n) => session(shop, n),
      );
    case '/v1/refunds':
      return listed(searchParams, range(settledAfter), isRefunded, (n) => refund(shop, n));
    default:
      return nothing;
  }
}

// Of each `refundedEvery` purchases all but one were ordered.
const orderedEach = refundedEvery - 1;

/** How many of the purchases before the n-th were ordered. */
function orderedBefore(n: number): number {
  const rest = n % refundedEvery;
  return Math.floor(n / refundedEvery) * orderedEach + rest - (rest > refundedRest ? 1 : 0);
}

/** The purchase that was ordered as the i-th. */
function orderedAs(i: number): number {
  const rest = i % orderedEach;
  return Math.floor(i / orderedEach) * refundedEvery + rest + (rest >= refundedRest ? 1 : 0);
}

function order(shop: FilledShop, n: number): object {
  const id = filledId('order', n);
  return {
    '@id': `/v1/booking/orders/${id}`,
    '@type': 'BookingOrder',
    id,
    createdAt: new Date(momentOf(shop, n, settledAfter)).toISOString(),
    organization: '/v1/organizations/1',
    reference: `S-${n}`,
    externalReference: filledReference(n),
    totalAmountInclTax: filledAmount,
    totalAmountExclTax: null,
    reservation: `/v1/booking/reservations/${filledId('reservation', n)}`,
    customer: [],
    items: [],
    documents: [],
  };
}

function answerAsService(shop: FilledShop, { pathname, searchParams }: URL): Reply {
  if (pathname !== '/v1/booking/orders') return nothing;
  const bound = (name: string, otherwise: number) => {
    const value = searchParams.get(`createdAt[${name}]`);
    return value === null ? otherwise : Date.parse(value);
  };
  const range = numbersIn(shop, settledAfter, bound('after', 0), bound('strictly_before', 1e15));
  const [first, end] = range.map(orderedBefore) as [number, number];
  const size = Math.min(mostPerPage, Number(searchParams.get('itemsPerPage') ?? 30));
  const start = first + (Number(searchParams.get('page') ?? 1) - 1) * size;
  const member: object[] = [];
  for (let i = start; i < Math.min(end, start + size); i += 1) member.push(order(shop, orderedAs(i)));
  const filters = ['externalReference', 'createdAt[after]', 'createdAt[strictly_before]', 'order[createdAt]'];
  const template = `${pathname}{?${filters.join(',')}}`;
  return ok({
    '@id': pathname,
    '@type': 'Collection',
    totalItems: end - first,
    member,
    search: { '@type': 'IriTemplate', template, variableRepresentation: 'BasicRepresentation', mapping: [] },
  });
}

function serve(answer: (url: URL) => Reply): Promise<string> {
  const server: Server = createServer((request, response) => {
    const { status, body } = answer(new URL(request.url ?? '/', 'http://localhost'));
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  return new Promise((listening) => {
    server.listen(0, '127.0.0.1', () => {
      listening(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    });
  });
}

const shop = settingSchema.parse(JSON.parse(process.env['SETTING'] ?? ''));
const [providerUrl, serviceUrl] = await Promise.all([
  serve((url) => answerAsProvider(shop, url)),
  serve((url) => answerAsService(shop, url)),
]);
process.stdout.write(`${JSON.stringify({ providerUrl, serviceUrl })}\n`);
