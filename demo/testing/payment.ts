import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type Stripe from 'stripe';
import { manualClock, type ManualClock } from '@/testing/fakes/clock';
import { webhookSecret } from '@/testing/fakes/stripe/events';
import { secretKey } from '@/testing/fakes/stripe/stripe-server';
import { basket, startShop, stripeClient, type Shop } from '@/testing/fakes/stripe/test-stripe';
import { listenHttp, type TestServer } from '@/testing/listen-http';
import { temporaryFolder } from '@/testing/temporary-folder';
import { createPaymentProvider, type PaymentProvider } from '@/demo/payment/payment-provider';

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
  const server: TestServer = await listenHttp((request, response) =>
    getRequestListener(provider.app.fetch, { overrideGlobalObjects: false })(request, response),
  );
  const create = () =>
    createPaymentProvider({
      path,
      shop: 'Boats & <Plays>',
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
