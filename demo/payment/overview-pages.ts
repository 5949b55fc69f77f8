import { Hono } from 'hono';
import { pageHeaders } from '../page';
import type { PaymentContext } from './api-routes';
import { overviewPage } from './overview-view';
import { failRefund } from './refund-rules';
import { expireDueSessions } from './webhook-agenda';

/** The operator's view, mounted at /payment: what was paid, what the shop was told, and two ways to cause trouble. */
export function overviewPages(context: PaymentContext): Hono {
  const { store, agenda, moment } = context;
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
      agenda.wake();
    }
    return c.redirect('/payment', 303);
  });
  app.post('/refunds/:id/fail', async (c) => {
    const refund = store.state.refunds.get(c.req.param('id'));
    const decision = refund === undefined ? null : failRefund(refund, moment());
    if (decision?.ok === true) {
      store.apply(decision.change);
      await store.saved();
      agenda.wake();
    }
    return c.redirect('/payment', 303);
  });
  return app;
}
