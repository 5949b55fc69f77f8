import { html } from 'hono/html';
import type { Html } from '../common/page';
import { formatAmount } from '@/testing/fakes/stripe/amounts';
import type { Dispute, PaymentIntent } from '@/testing/fakes/stripe/records';

/** What an operator, a bank or a card's issuer may do to a captured payment. */
export function afterwards({ id }: PaymentIntent, disputes: readonly Dispute[]): Html {
  return html`<form method="post" action="/payment/intents/${id}/refund">
      <button class="plain">Refund it at the dashboard</button>
    </form>
    ${
      disputes.length === 0
        ? html`<form method="post" action="/payment/intents/${id}/dispute">
            <button class="plain">Let the bank dispute it</button>
          </form>`
        : html`<h3>Dispute</h3>
            <ul class="list">
              ${disputes.map(disputeLine)}
            </ul>`
    }
    <form method="post" action="/payment/intents/${id}/warn">
      <button class="plain">Let the card's issuer warn of fraud</button>
    </form>`;
}

function disputeLine({ id, amount, currency, status }: Dispute): Html {
  const decide = (end: 'won' | 'lost') =>
    html`<form method="post" action="/payment/disputes/${id}/${end}">
      <button class="plain">Let the shop ${end === 'won' ? 'win' : 'lose'} it</button>
    </form>`;
  return html`<li>
    ${formatAmount(amount, currency, 'en')}, ${status.replaceAll('_', ' ')}
    ${status === 'needs_response' ? html`${decide('won')} ${decide('lost')}` : ''}
  </li>`;
}
