import { Hono, type Context } from 'hono';
import { pageHeaders } from '../common/page';
import type { PaymentContext } from '@/testing/fakes/stripe/api-routes';
import type { Decision, DeliveryPlan } from '@/testing/fakes/stripe/decision';
import { payLanguage, type PayLanguage } from './pay-messages';
import { authenticationPage, choices, closedPage, payPage, successAddress, unknownPage } from './pay-view';
import {
  expireDueSessions,
  failPayment,
  pay,
  requireAuthentication,
  type Checkout,
} from '@/testing/fakes/stripe/session-rules';

const plans = { pay: 'normal', late: 'late', twice: 'twice', never: 'never' } as const satisfies Record<
  string,
  DeliveryPlan
>;

/** The hosted payment page, mounted at /pay: forms and redirects that need no script. */
export function payPages(context: PaymentContext, shop: string): Hono {
  const app = new Hono();
  app.use(async (c, next) => {
    expireDueSessions(context.store, context.moment());
    await next();
    for (const [name, value] of Object.entries(pageHeaders)) c.header(name, value);
  });

  app.get('/:id', (c) => {
    const found = find(context, c, shop);
    if (found.checkout === null) return c.html(unknownPage(found.said), 404);
    const shown = { ...found.checkout, said: found.said };
    return c.html(found.checkout.session.status === 'open' ? payPage(shown) : closedPage(shown));
  });

  app.post('/:id', async (c) => {
    const { checkout, said } = find(context, c, shop);
    if (checkout === null) return c.html(unknownPage(said), 404);
    const choice = await choiceOf(c, choices);
    const moment = context.moment();
    switch (choice) {
      case 'decline':
        return await proceed(c, context, failPayment(checkout, 'card_declined', moment), ownAddress);
      case 'authenticate':
        return await proceed(c, context, requireAuthentication(checkout, moment), bankAddress);
      case 'pay':
      case 'late':
      case 'twice':
      case 'never':
        return await payAndLeave(c, context, checkout, plans[choice]);
      case 'short':
        return await payAndLeave(c, context, lessACent(checkout), 'normal');
      case null:
        return c.redirect(ownAddress(checkout), 303);
    }
  });

  app.get('/:id/authenticate', (c) => {
    const { checkout, said } = find(context, c, shop);
    if (checkout === null) return c.html(unknownPage(said), 404);
    if (checkout.intent?.status !== 'requires_action') return c.redirect(ownAddress(checkout), 303);
    return c.html(authenticationPage({ ...checkout, said }));
  });

  app.post('/:id/authenticate', async (c) => {
    const { checkout, said } = find(context, c, shop);
    if (checkout === null) return c.html(unknownPage(said), 404);
    const choice = await choiceOf(c, ['confirm', 'refuse']);
    if (choice === 'confirm') return await payAndLeave(c, context, checkout, 'normal');
    if (choice === null || checkout.intent?.status !== 'requires_action') {
      return c.redirect(ownAddress(checkout), 303);
    }
    const decision = failPayment(checkout, 'payment_intent_authentication_failure', context.moment());
    return await proceed(c, context, decision, ownAddress);
  });
  return app;
}

/** A fault that a real provider does not have: another amount than requested. */
const lessACent = ({ session, intent }: Checkout): Checkout => ({
  session: { ...session, amountTotal: session.amountTotal - 1 },
  intent,
});

const ownAddress = ({ session }: Checkout) => `/pay/${session.id}`;
const bankAddress = ({ session }: Checkout) => `/pay/${session.id}/authenticate`;

function find(
  { store }: PaymentContext,
  c: Context,
  shop: string,
): { checkout: Checkout | null; said: PayLanguage } {
  const session = store.state.sessions.get(c.req.param('id') ?? '') ?? null;
  const said = payLanguage(session?.locale ?? null, c.req.header('accept-language'), shop);
  if (session === null) return { checkout: null, said };
  return { checkout: { session, intent: store.state.intents.get(session.intentId ?? '') ?? null }, said };
}

async function choiceOf<Value extends string>(c: Context, allowed: readonly Value[]): Promise<Value | null> {
  const form = await c.req.parseBody();
  return allowed.find((one) => one === form['choice']) ?? null;
}

async function payAndLeave(
  c: Context,
  context: PaymentContext,
  checkout: Checkout,
  plan: DeliveryPlan,
): Promise<Response> {
  // After a second click the session is paid already, and the customer is sent to the same address.
  if (checkout.session.status === 'complete') return c.redirect(successAddress(checkout.session), 303);
  const decision = pay(checkout, plan, context.moment());
  return await proceed(c, context, decision, ({ session }) => successAddress(session));
}

/** Applies the decision, also on disk, and only then redirects the customer. */
async function proceed(
  c: Context,
  { store, wake }: PaymentContext,
  decision: Decision<Checkout>,
  next: (checkout: Checkout) => string,
): Promise<Response> {
  if (!decision.ok) return c.redirect(`/pay/${c.req.param('id') ?? ''}`, 303);
  store.apply(decision.change);
  await store.saved();
  wake();
  return c.redirect(next(decision.value), 303);
}
