import { html } from 'hono/html';
import { page, type Html } from '../common/page';
import { formatAmount } from '@/testing/fakes/stripe/amounts';
import { disputesOf, refundsOf } from '@/testing/fakes/stripe/api-views';
import { afterwards } from './overview-incidents';
import type {
  CheckoutSession,
  Delivery,
  FaultKind,
  PaymentIntent,
  PaymentState,
  ProviderEvent,
  Refund,
} from '@/testing/fakes/stripe/records';

const NEWEST = 50;

const timeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

function when(milliseconds: number): Html {
  const date = new Date(milliseconds);
  return html`<time datetime="${date.toISOString()}">${timeFormat.format(date)}</time>`;
}

export function overviewPage(state: PaymentState): Html {
  const sessions = [...state.sessions.values()].reverse();
  return page({
    title: 'Payments',
    wide: true,
    band: 'Demonstration payment provider: no money moves.',
    body: html`<h1>Payments</h1>
      ${
        sessions.length === 0
          ? html`<div class="sheet">
              <p>No payments yet. Check out in the shop, and they appear here.</p>
            </div>`
          : sessions.slice(0, NEWEST).map((session) => sessionSheet(state, session))
      }
      ${troubleSheet(state)}
      ${sessions.length > NEWEST ? html`<p class="quiet small">The newest ${NEWEST} are shown.</p>` : ''}
      <p class="small"><a class="target" href="/">All of the demonstration</a></p>`,
  });
}

function sessionSheet(state: PaymentState, session: CheckoutSession): Html {
  const intent = state.intents.get(session.intentId ?? '');
  const refunds = intent === undefined ? [] : refundsOf(state, intent.id);
  const disputes = intent === undefined ? [] : disputesOf(state, intent.id);
  const warnings = [...state.warnings.values()].filter(({ intentId }) => intentId === intent?.id);
  const happened = [...refunds, ...disputes, ...warnings].map(({ id }) => id);
  const about = new Set([session.id, intent?.charge?.id, ...happened]);
  const events = [...state.events.values()].filter(({ object }) => about.has(object.id));
  return html`<section class="sheet" id="${intent?.id ?? session.id}">
    <h2>${formatAmount(session.amountTotal, session.currency, 'en')}, ${statusOf(session, intent)}</h2>
    ${intent?.status === 'requires_capture' ? authorizedAmountForms(intent) : ''}
    ${intent?.status === 'succeeded' ? afterwards(intent, disputesOf(state, intent.id)) : ''}
    <dl class="small">
      <dt>Opened</dt>
      <dd>${when(session.created * 1000)}</dd>
      <dt>E-mail</dt>
      <dd>${session.customerEmail ?? 'none'}</dd>
      <dt>Reference</dt>
      <dd>${session.clientReferenceId ?? 'none'}</dd>
      <dt>Session</dt>
      <dd>
        ${
          session.status === 'open'
            ? html`<a href="/pay/${session.id}">${session.id}</a>`
            : html`<code>${session.id}</code>`
        }
      </dd>
    </dl>
    ${
      refunds.length === 0
        ? ''
        : html`<h3>Refunds</h3>
            <ul class="list">
              ${refunds.map(refundLine)}
            </ul>`
    }
    ${
      events.length === 0
        ? ''
        : html`<h3>Notices to the shop</h3>
            <ul class="list">
              ${events.map((event) => eventLine(event, deliveriesOf(state, event.id)))}
            </ul>`
    }
  </section>`;
}

function statusOf(session: CheckoutSession, intent: PaymentIntent | undefined): string {
  if (session.status !== 'complete' || intent === undefined) return session.status;
  switch (intent.status) {
    case 'succeeded': {
      const part = intent.amountReceived < intent.amount;
      return part ? `of which ${formatAmount(intent.amountReceived, intent.currency, 'en')} paid` : 'paid';
    }
    case 'requires_capture':
      return 'authorized';
    case 'canceled':
      return 'released';
    case 'requires_action':
    case 'requires_payment_method':
      return intent.status.replaceAll('_', ' ');
  }
}

/** An authorized amount waits until the shop or the operator captures or voids it. */
function authorizedAmountForms({ id }: PaymentIntent): Html {
  return html`<p class="small">
      Set aside at the customer's bank and not charged: the shop captures it when there is an order, and
      releases it when there can't be one.
    </p>
    <form method="post" action="/payment/intents/${id}/capture">
      <button class="plain">Capture it by hand</button>
    </form>
    <form method="post" action="/payment/intents/${id}/release">
      <button class="plain">Release it by hand</button>
    </form>`;
}

/** What the operator can let fail. */
export const troubleKinds = ['capture', 'cancel', 'refund'] as const satisfies readonly FaultKind[];

const isWanted = (state: PaymentState, kind: FaultKind) => state.faults.get(kind)?.next[0] === 'failed';

const troubleNames: Readonly<Record<(typeof troubleKinds)[number], string>> = {
  capture: 'capture',
  cancel: 'release',
  refund: 'refund',
};

function troubleSheet(state: PaymentState): Html {
  return html`<section class="sheet">
    <h2>Trouble</h2>
    <ul class="list">
      ${troubleKinds.map(
        (kind) =>
          html`<li>
            The next ${troubleNames[kind]} ${isWanted(state, kind) ? 'fails' : 'goes as it should'}.
            <form method="post" action="/payment/troubles/${kind}">
              <button class="plain">
                Let the next ${troubleNames[kind]} ${isWanted(state, kind) ? 'succeed' : 'fail'}
              </button>
            </form>
          </li>`,
      )}
    </ul>
  </section>`;
}

function deliveriesOf(state: PaymentState, eventId: string): Delivery[] {
  return [...state.deliveries.values()].filter((delivery) => delivery.eventId === eventId);
}

function refundLine(refund: Refund): Html {
  return html`<li>
    ${formatAmount(refund.amount, refund.currency, 'en')}, ${refund.status}, ${when(refund.created * 1000)}
    ${
      refund.status === 'succeeded'
        ? html`<form method="post" action="/payment/refunds/${refund.id}/fail">
            <button class="plain">Let this refund fail</button>
          </form>`
        : ''
    }
  </li>`;
}

function eventLine(event: ProviderEvent, deliveries: readonly Delivery[]): Html {
  return html`<li>
    <code>${event.type}</code>
    ${deliveries.map((delivery) => html`<div class="quiet small">${deliveryText(delivery)}</div>`)}
    <form method="post" action="/payment/events/${event.id}/send">
      <button class="plain">Send again</button>
    </form>
  </li>`;
}

function deliveryText({ state, attempts, lastResult, dueAt }: Delivery): Html {
  const result = lastResult === null ? '' : `: ${lastResult}`;
  const times = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
  switch (state) {
    case 'delivered':
      return html`delivered after ${times}${result}`;
    case 'withheld':
      return html`withheld, as the customer chose`;
    case 'pending':
      return html`due ${when(dueAt)}, ${times} so far${result}`;
  }
}
