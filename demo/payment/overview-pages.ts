import { Hono } from 'hono';
import { pageHeaders } from '../common/page';
import type { PaymentContext } from '@/testing/fakes/stripe/api-routes';
import { disputesOf, refundsOf } from '@/testing/fakes/stripe/api-views';
import type { Decision } from '@/testing/fakes/stripe/decision';
import { closeDispute, openDispute, warnOfFraud } from '@/testing/fakes/stripe/dispute-rules';
import { cancelIntent, captureIntent } from '@/testing/fakes/stripe/intent-rules';
import { overviewPage, troubleKinds } from './overview-view';
import type { PaymentIntent } from '@/testing/fakes/stripe/records';
import { createRefund, failRefund } from '@/testing/fakes/stripe/refund-rules';
import { toggleFailure } from '@/testing/fakes/stripe/faults';
import { expireDueSessions } from '@/testing/fakes/stripe/session-rules';

/** The operator's pages, mounted at /payment: payments, notifications to the shop, and ways to trigger faults. */
export function overviewPages(context: PaymentContext): Hono {
  const { store, wake, moment } = context;
  const app = new Hono();
  app.use(async (c, next) => {
    expireDueSessions(store, moment());
    await next();
    for (const [name, value] of Object.entries(pageHeaders)) c.header(name, value);
  });
  app.get('/', (c) => c.html(overviewPage(store.state)));
  app.post('/events/:id/send', async (c) => {
    const event = store.state.events.get(c.req.param('id'));
    if (event !== undefined) {
      const at = moment();
      const delivery = {
        id: at.newId('whd_'),
        eventId: event.id,
        dueAt: at.now,
        attempts: 0,
        lastResult: null,
      };
      store.apply({ deliveries: [{ ...delivery, state: 'pending' }] });
      await store.saved();
      wake();
    }
    return c.redirect('/payment', 303);
  });
  app.post('/refunds/:id/fail', async (c) => {
    const refund = store.state.refunds.get(c.req.param('id'));
    await applyDecision(context, refund === undefined ? null : failRefund(refund, moment()));
    return c.redirect('/payment', 303);
  });
  app.post('/disputes/:id/:status', async (c) => {
    const dispute = store.state.disputes.get(c.req.param('id'));
    const status = (['won', 'lost'] as const).find((one) => one === c.req.param('status'));
    const unknown = dispute === undefined || status === undefined;
    await applyDecision(context, unknown ? null : closeDispute(dispute, status, moment()));
    return c.redirect('/payment', 303);
  });
  for (const [name, act] of Object.entries(intentActions(context))) {
    app.post(`/intents/:id/${name}`, async (c) => {
      const intent = store.state.intents.get(c.req.param('id'));
      await applyDecision(context, intent === undefined ? null : act(intent));
      return c.redirect('/payment', 303);
    });
  }
  app.post('/troubles/:kind', async (c) => {
    const kind = troubleKinds.find((one) => one === c.req.param('kind'));
    if (kind !== undefined) {
      toggleFailure(store, kind);
      await store.saved();
    }
    return c.redirect('/payment', 303);
  });
  return app;
}

/** What the operator, the customer's bank or the card's issuer may do to a payment. */
function intentActions({ store, moment }: PaymentContext) {
  return {
    capture: (intent: PaymentIntent) => captureIntent(intent, null),
    release: (intent: PaymentIntent) => cancelIntent(intent, moment()),
    refund: (intent: PaymentIntent) =>
      createRefund(intent, refundsOf(store.state, intent.id), byHand, moment()),
    dispute: (intent: PaymentIntent) => openDispute(intent, disputesOf(store.state, intent.id), {}, moment()),
    warn: (intent: PaymentIntent) => warnOfFraud(intent, moment()),
  };
}

/** Refunds the rest of a payment, like the operator at the dashboard. */
const byHand = { amount: null, metadata: {} };

async function applyDecision(
  { store, wake }: PaymentContext,
  decision: Decision<unknown> | null,
): Promise<void> {
  if (decision?.ok !== true) return;
  store.apply(decision.change);
  await store.saved();
  wake();
}
