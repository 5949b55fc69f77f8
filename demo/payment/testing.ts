import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { getRequestListener } from '@hono/node-server';
import Stripe from 'stripe';
import { listen, manualClock, temporaryFolder, type ManualClock, type TestServer } from '../testing';
import { createPaymentProvider, type PaymentProvider } from './payment-provider';

export const secretKey = 'sk_test_0123456789abcdef0123456789abcdef';
export const webhookSecret = 'whsec_0123456789abcdef0123456789abcdef';

export interface Notice {
  readonly payload: string;
  readonly signature: string;
  readonly event: Stripe.Event;
}

/** The shop's end of the webhooks: keeps what arrives and answers as told. */
export interface Shop {
  readonly url: string;
  /** The statuses of the next answers; 200 when there are none left. */
  readonly answers: number[];
  readonly received: Notice[];
  /** The next notice that has not been taken yet. */
  next(): Promise<Notice>;
  close(): Promise<void>;
}

export async function startShop(): Promise<Shop> {
  const answers: number[] = [];
  const received: Notice[] = [];
  const waiting: ((notice: Notice) => void)[] = [];
  let taken = 0;
  const server = await listen(async (request, response) => {
    const payload = await text(request);
    const signature = String(request.headers['stripe-signature']);
    const notice = { payload, signature, event: JSON.parse(payload) as Stripe.Event };
    received.push(notice);
    response.writeHead(answers.shift() ?? 200).end();
    const wanted = waiting.shift();
    if (wanted === undefined) return;
    taken += 1;
    wanted(notice);
  });
  return {
    url: `${server.url}/api/webhooks/payment`,
    answers,
    received,
    next: () => {
      const notice = received[taken];
      if (notice === undefined) return new Promise((resolve) => waiting.push(resolve));
      taken += 1;
      return Promise.resolve(notice);
    },
    close: server.close,
  };
}

export interface TestPayment {
  readonly stripe: Stripe;
  readonly clock: ManualClock;
  readonly shop: Shop;
  readonly url: string;
  readonly path: string;
  /** Presses a button of the hosted page. */
  press(session: Stripe.Checkout.Session, choice: string, page?: string): Promise<Response>;
  /** Opens a session with one line of 2 × €18.00. */
  open(params?: Partial<Stripe.Checkout.SessionCreateParams>): Promise<Stripe.Checkout.Session>;
  /** Opens a session and pays it. */
  paid(params?: Partial<Stripe.Checkout.SessionCreateParams>): Promise<Stripe.Checkout.Session>;
  /** Stops the provider as a crash would and starts it again on the same file. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export async function startPayment(): Promise<TestPayment> {
  const folder = await temporaryFolder();
  const path = join(folder.path, 'payments.json');
  const clock = manualClock();
  const shop = await startShop();
  let provider: PaymentProvider;
  const server: TestServer = await listen((request, response) =>
    getRequestListener(provider.app.fetch, { overrideGlobalObjects: false })(request, response),
  );
  const create = () =>
    createPaymentProvider({
      path,
      demoUrl: server.url,
      webhookUrl: shop.url,
      secretKey,
      webhookSecret,
      clock,
      onError: (error) => {
        throw error;
      },
    });
  provider = await create();
  provider.start();
  const stripe = stripeClient(server.port);
  const open: TestPayment['open'] = (params) => stripe.checkout.sessions.create({ ...basket, ...params });
  const press: TestPayment['press'] = (session, choice, page = '') =>
    fetch(`${server.url}/pay/${session.id}${page}`, {
      method: 'POST',
      body: new URLSearchParams({ choice }),
      redirect: 'manual',
    });
  return {
    stripe,
    clock,
    shop,
    url: server.url,
    path,
    press,
    open,
    paid: async (params) => {
      const session = await open(params);
      await press(session, 'pay');
      return await stripe.checkout.sessions.retrieve(session.id);
    },
    restart: async () => {
      await provider.stop();
      provider = await create();
      provider.start();
    },
    close: async () => {
      await provider.stop();
      await server.close();
      await shop.close();
      await folder.remove();
    },
  };
}

function stripeClient(port: number): Stripe {
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

/** The id of a session's payment, which a paid one has. */
export function intentIdOf({ payment_intent: intent }: Stripe.Checkout.Session): string {
  if (typeof intent !== 'string') throw new Error('The session has no payment.');
  return intent;
}
