import { html } from 'hono/html';
import { page, type Html } from '../page';
import { formatAmount } from './amounts';
import type { PayLanguage } from './pay-messages';
import type { CheckoutSession, PaymentIntent } from './records';

/** What the page's buttons send as `choice`. */
export const choices = ['pay', 'decline', 'authenticate', 'late', 'twice', 'never', 'short'] as const;
export type Choice = (typeof choices)[number];

interface PayPage {
  readonly session: CheckoutSession;
  readonly intent: PaymentIntent | null;
  readonly said: PayLanguage;
}

/** The page of an open session. */
export function payPage({ session, intent, said }: PayPage): Html {
  const { messages } = said;
  return sheet(
    said,
    messages.title,
    html`${problem(intent, said)}
      <h1>${messages.payTo}</h1>
      <p class="total">${amountOf(session, said)}</p>
      ${itemsTable(session, said)}
      <dl class="small">
        <dt>${messages.card}</dt>
        <dd>${messages.cardValue}</dd>
        ${
          session.customerEmail === null
            ? ''
            : html`<dt>${messages.receipt}</dt>
                <dd>${session.customerEmail}</dd>`
        }
      </dl>
      <form method="post" action="/pay/${session.id}">
        <button class="main" name="choice" value="pay">${messages.pay}</button>
        <h2>${messages.others}</h2>
        <div class="stack">
          ${hinted('decline', messages.decline, messages.declineHint)}
          ${hinted('authenticate', messages.authenticate, messages.authenticateHint)}
          ${hinted('late', messages.late, messages.lateHint)}
          ${hinted('twice', messages.twice, messages.twiceHint)}
          ${hinted('never', messages.never, messages.neverHint)}
          ${hinted('short', messages.short, messages.shortHint)}
        </div>
      </form>
      ${
        session.cancelUrl === null
          ? ''
          : html`<p><a class="target" href="${session.cancelUrl}">${messages.cancel}</a></p>`
      }
      <p class="quiet small">${messages.openUntil} ${time(session.expiresAt, said)}.</p>`,
  );
}

function hinted(choice: Choice, name: string, hint: string): Html {
  return html`<div>
    <button name="choice" value="${choice}" aria-describedby="${choice}-hint">${name}</button>
    <p class="quiet small" id="${choice}-hint">${hint}</p>
  </div>`;
}

function problem(intent: PaymentIntent | null, { messages }: PayLanguage): Html {
  if (intent === null || intent.failure === null) return html``;
  const text = intent.failure === 'card_declined' ? messages.declined : messages.authenticationFailed;
  return html`<p class="problem" role="alert">${text}</p>`;
}

function itemsTable(session: CheckoutSession, said: PayLanguage): Html {
  const { messages, locale } = said;
  const inWords = (amount: number) => formatAmount(amount, session.currency, locale);
  return html`<table>
    <caption>
      ${messages.items}
    </caption>
    <thead class="small">
      <tr>
        <th scope="col">${messages.item}</th>
        <th scope="col" class="number">${messages.quantity}</th>
        <th scope="col" class="number">${messages.amount}</th>
      </tr>
    </thead>
    <tbody>
      ${session.lineItems.map(
        (line) =>
          html`<tr>
            <td>
              ${line.name}
              ${line.description === null ? '' : html`<div class="quiet small">${line.description}</div>`}
            </td>
            <td class="number">${line.quantity}</td>
            <td class="number">${inWords(line.unitAmount * line.quantity)}</td>
          </tr>`,
      )}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row" colspan="2">${messages.total}</th>
        <td class="number">${inWords(session.amountTotal)}</td>
      </tr>
    </tfoot>
  </table>`;
}

/** The page on which a bank would ask whether it is really its customer who pays. */
export function authenticationPage({ session, said }: PayPage): Html {
  const { messages } = said;
  return sheet(
    said,
    messages.bankTitle,
    html`<h1>${messages.bankTitle}</h1>
      <p class="total">${amountOf(session, said)}</p>
      <p>${messages.bankQuestion}</p>
      <form method="post" action="/pay/${session.id}/authenticate">
        <div class="stack">
          <button class="main" name="choice" value="confirm">${messages.bankConfirm}</button>
          <button name="choice" value="refuse">${messages.bankRefuse}</button>
        </div>
      </form>`,
  );
}

/** The page of a session that is paid or has expired. */
export function closedPage({ session, said }: PayPage): Html {
  const { messages } = said;
  const paid = session.status === 'complete';
  const back = paid ? successAddress(session) : session.cancelUrl;
  const title = paid ? messages.paidTitle : messages.expiredTitle;
  return sheet(
    said,
    title,
    html`<h1>${title}</h1>
      <p>${paid ? messages.paidText : messages.expiredText}</p>
      ${back === null ? '' : html`<p><a class="target" href="${back}">${messages.back}</a></p>`}`,
  );
}

export function unknownPage(said: PayLanguage): Html {
  const { messages } = said;
  return sheet(
    said,
    messages.unknownTitle,
    html`<h1>${messages.unknownTitle}</h1>
      <p>${messages.unknownText}</p>`,
  );
}

/** Where a customer goes after paying: the shop's address with the session's id put in. */
export function successAddress({ successUrl, id }: CheckoutSession): string {
  return successUrl.replaceAll('{CHECKOUT_SESSION_ID}', id);
}

function sheet({ language, messages }: PayLanguage, title: string, content: Html): Html {
  return page({ title, language, band: messages.band, body: html`<div class="sheet">${content}</div>` });
}

function amountOf({ amountTotal, currency }: CheckoutSession, { locale }: PayLanguage): string {
  return formatAmount(amountTotal, currency, locale);
}

function time(secondsSince1970: number, { locale }: PayLanguage): Html {
  const date = new Date(secondsSince1970 * 1000);
  const text = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(date);
  return html`<time datetime="${date.toISOString()}">${text}</time>`;
}
