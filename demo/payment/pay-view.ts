import { html } from 'hono/html';
import { page, type Html } from '../common/page';
import { formatAmount } from '@/testing/fakes/stripe/amounts';
import type { PayLanguage } from './pay-messages';
import type { CheckoutSession, PaymentIntent } from '@/testing/fakes/stripe/records';

/** The values that the page's buttons send as `choice`. */
export const choices = ['pay', 'decline', 'authenticate', 'late', 'twice', 'never', 'short'] as const;
export type Choice = (typeof choices)[number];

interface PayPage {
  readonly session: CheckoutSession;
  readonly intent: PaymentIntent | null;
  readonly said: PayLanguage;
}

/** The page of an open session. */
export function payPage({ session, intent, said }: PayPage): Html {
  const { t } = said;
  return sheet(
    said,
    t('title'),
    html`${problem(intent, said)}
      <h1>${t('payTo', { shop: said.shop })}</h1>
      <p class="total">${amountOf(session, said)}</p>
      ${itemsTable(session, said)}
      <dl class="small">
        <dt>${t('card')}</dt>
        <dd>${t('cardValue')}</dd>
        ${
          session.customerEmail === null
            ? ''
            : html`<dt>${t('receipt')}</dt>
                <dd>${session.customerEmail}</dd>`
        }
      </dl>
      <form method="post" action="/pay/${session.id}">
        <button class="main" name="choice" value="pay">${t('pay')}</button>
        <h2>${t('others')}</h2>
        <div class="stack">
          ${hinted('decline', t('decline'), t('declineHint'))}
          ${hinted('authenticate', t('authenticate'), t('authenticateHint'))}
          ${hinted('late', t('late'), t('lateHint'))} ${hinted('twice', t('twice'), t('twiceHint'))}
          ${hinted('never', t('never'), t('neverHint'))} ${hinted('short', t('short'), t('shortHint'))}
        </div>
      </form>
      ${
        session.cancelUrl === null
          ? ''
          : html`<p><a class="target" href="${session.cancelUrl}">${t('cancel')}</a></p>`
      }
      <p class="quiet small">${t('openUntil')} ${time(session.expiresAt, said)}.</p>`,
  );
}

function hinted(choice: Choice, name: string, hint: string): Html {
  return html`<div>
    <button name="choice" value="${choice}" aria-describedby="${choice}-hint">${name}</button>
    <p class="quiet small" id="${choice}-hint">${hint}</p>
  </div>`;
}

function problem(intent: PaymentIntent | null, { t }: PayLanguage): Html {
  if (intent === null || intent.failure === null) return html``;
  const text = intent.failure === 'card_declined' ? t('declined') : t('authenticationFailed');
  return html`<p class="problem" role="alert">${text}</p>`;
}

function itemsTable(session: CheckoutSession, said: PayLanguage): Html {
  const { t, locale } = said;
  const inWords = (amount: number) => formatAmount(amount, session.currency, locale);
  return html`<table>
    <caption>
      ${t('items')}
    </caption>
    <thead class="small">
      <tr>
        <th scope="col">${t('item')}</th>
        <th scope="col" class="number">${t('quantity')}</th>
        <th scope="col" class="number">${t('amount')}</th>
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
        <th scope="row" colspan="2">${t('total')}</th>
        <td class="number">${inWords(session.amountTotal)}</td>
      </tr>
    </tfoot>
  </table>`;
}

/** The page on which a bank would verify its customer. */
export function authenticationPage({ session, said }: PayPage): Html {
  const { t } = said;
  return sheet(
    said,
    t('bankTitle'),
    html`<h1>${t('bankTitle')}</h1>
      <p class="total">${amountOf(session, said)}</p>
      <p>${t('bankQuestion', { shop: said.shop })}</p>
      <form method="post" action="/pay/${session.id}/authenticate">
        <div class="stack">
          <button class="main" name="choice" value="confirm">${t('bankConfirm')}</button>
          <button name="choice" value="refuse">${t('bankRefuse')}</button>
        </div>
      </form>`,
  );
}

/** The page of a session that is paid or has expired. */
export function closedPage({ session, said }: PayPage): Html {
  const { t } = said;
  const paid = session.status === 'complete';
  const back = paid ? successAddress(session) : session.cancelUrl;
  const title = paid ? t('paidTitle') : t('expiredTitle');
  return sheet(
    said,
    title,
    html`<h1>${title}</h1>
      <p>${paid ? t('paidText') : t('expiredText')}</p>
      ${back === null ? '' : html`<p><a class="target" href="${back}">${t('back')}</a></p>`}`,
  );
}

export function unknownPage(said: PayLanguage): Html {
  const { t } = said;
  return sheet(
    said,
    t('unknownTitle'),
    html`<h1>${t('unknownTitle')}</h1>
      <p>${t('unknownText')}</p>`,
  );
}

/** The shop's address for customers who have paid, with the session's id inserted. */
export function successAddress({ successUrl, id }: CheckoutSession): string {
  return successUrl.replaceAll('{CHECKOUT_SESSION_ID}', id);
}

function sheet({ language, t }: PayLanguage, title: string, content: Html): Html {
  return page({ title, language, band: t('band'), body: html`<div class="sheet">${content}</div>` });
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
