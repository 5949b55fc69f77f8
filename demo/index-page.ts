import { html } from 'hono/html';
import type { DemoConfig } from './env';
import { demoPeople } from './identity/people';
import { page, type Html } from './common/page';

/** A list of the demonstration's pages, for a developer who opens the address. */
export function indexPage({ storefrontUrl, serviceUrl, demoUrl, smtpPort }: DemoConfig): Html {
  const issuer = `${demoUrl}/oidc`;
  return page({
    title: 'The demonstration',
    band: 'Demonstration: stand-ins for what a real deployment brings.',
    body: html`<h1>The demonstration</h1>
      <p class="quiet">Everything around the shop and the ticketing service that is not theirs.</p>
      <div class="sheet">
        <ul class="list">
          <li>
            <a class="target" href="${storefrontUrl}">The shop</a>
            <div class="quiet small">where to begin</div>
          </li>
          <li>
            <a class="target" href="${storefrontUrl}/en/staff">The shop’s staff pages</a>
            <div class="quiet small">
              sign in as
              ${demoPeople.map(({ email, password }, index) => [
                index === 0 ? '' : ' or ',
                html`<code>${email}</code> with <code>${password}</code>`,
              ])}
            </div>
          </li>
          <li>
            <a class="target" href="/mail">Mailbox</a>
            <div class="quiet small">
              all mail sent to <code>smtp://localhost:${smtpPort}</code>; for programs
              <a href="/mail.json">/mail.json</a>
            </div>
          </li>
          <li>
            <a class="target" href="/payment">Payments</a>
            <div class="quiet small">
              a payment provider that speaks Stripe’s protocol at <code>${demoUrl}/v1</code>
            </div>
          </li>
          <li>
            <a class="target" href="${issuer}/.well-known/openid-configuration">Identity provider</a>
            <div class="quiet small">OpenID Connect, issuer <code>${issuer}</code></div>
          </li>
          <li>
            The ticketing service
            <div class="quiet small">at <code>${serviceUrl}</code>, HTTPS only, with a bearer token</div>
          </li>
        </ul>
      </div>`,
  });
}

export function noSuchPage(): Html {
  return page({
    title: 'No such page',
    body: html`<h1>No such page</h1>
      <p><a href="/">All of the demonstration</a></p>`,
  });
}
