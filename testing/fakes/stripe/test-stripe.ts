import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { manualClock, type ManualClock } from '../clock';
import { secretKey, startStripe, type StripeServer } from './stripe-server';

export interface Notice {
  readonly payload: string;
  readonly signature: string;
  readonly event: Stripe.Event;
}

/** The shop's webhook endpoint: stores the webhooks and answers as the test says. */
export interface Shop {
  readonly url: string;
  /** The statuses of the next answers; then 200. */
  readonly answers: number[];
  readonly received: Notice[];
  /** The next webhook that was not returned yet. */
  next(): Promise<Notice>;
  close(): Promise<void>;
}

export async function startShop(): Promise<Shop> {
  const answers: number[] = [];
  const received: Notice[] = [];
  const waiting: ((notice: Notice) => void)[] = [];
  let taken = 0;
  const server = createServer((request, response) => {
    void text(request).then((payload) => {
      const signature = String(request.headers['stripe-signature']);
      const notice = { payload, signature, event: JSON.parse(payload) as Stripe.Event };
      received.push(notice);
      response.writeHead(answers.shift() ?? 200).end();
      const wanted = waiting.shift();
      if (wanted === undefined) return;
      taken += 1;
      wanted(notice);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/webhooks/payment`,
    answers,
    received,
    next: () => {
      const notice = received[taken];
      if (notice === undefined) return new Promise((resolve) => waiting.push(resolve));
      taken += 1;
      return Promise.resolve(notice);
    },
    close: async () => {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The fake with Stripe's own client, a clock that stands still, and a shop that gets its webhooks. */
export interface TestStripe {
  readonly provider: StripeServer;
  readonly stripe: Stripe;
  readonly clock: ManualClock;
  readonly shop: Shop;
  /** Opens a session with one line of 2 × €18.00. */
  open(params?: Partial<Stripe.Checkout.SessionCreateParams>): Promise<Stripe.Checkout.Session>;
  /** Opens a session and pays it. */
  paid(params?: Partial<Stripe.Checkout.SessionCreateParams>): Promise<Stripe.Checkout.Session>;
  close(): Promise<void>;
}

export async function startTestStripe(): Promise<TestStripe> {
  const clock = manualClock();
  const shop = await startShop();
  const provider = await startStripe({ clock, webhookUrl: shop.url });
  const stripe = stripeClient(Number(new URL(provider.url).port));
  const open: TestStripe['open'] = (params) => stripe.checkout.sessions.create({ ...basket, ...params });
  return {
    provider,
    stripe,
    clock,
    shop,
    open,
    paid: async (params) => {
      const { id } = await open(params);
      provider.pay(id);
      return await stripe.checkout.sessions.retrieve(id);
    },
    close: async () => {
      await provider.close();
      await shop.close();
    },
  };
}

export function stripeClient(port: number): Stripe {
  return new Stripe(secretKey, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

export const basket = {
  mode: 'payment',
  line_items: [
    {
      quantity: 2,
      price_data: { currency: 'eur', unit_amount: 1800, product_data: { name: 'Day ticket & <guide>' } },
    },
  ],
  success_url: 'http://shop.test/en/checkout/return?session={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://shop.test/en/basket',
} as const satisfies Stripe.Checkout.SessionCreateParams;

/** The id of the payment of a paid session. */
export function intentIdOf({ payment_intent: intent }: Stripe.Checkout.Session): string {
  if (typeof intent !== 'string') throw new Error('The session has no payment.');
  return intent;
}
