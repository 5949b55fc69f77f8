import { html } from 'hono/html';
import { page, type Html } from '../common/page';
import type { Mail } from './mail-store';
import { unknownMailbox } from './smtp-receiver';

const BAND = 'Demonstration mailbox: mail sent by the shop stays here and reaches nobody.';

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const sizeFormat = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });

const when = (iso: string) => html`<time datetime="${iso}">${dateFormat.format(new Date(iso))}</time>`;
const subjectOf = (mail: Mail) => (mail.subject === '' ? '(no subject)' : mail.subject);

export function mailListPage(mails: readonly Mail[], to: string | undefined): Html {
  return page({
    title: 'Mailbox',
    band: BAND,
    wide: true,
    body: html`<h1>Mailbox</h1>
      ${to === undefined ? '' : html`<p>Mail to ${to} only. <a href="/mail">Show all mail</a></p>`}
      <div class="sheet">
        ${
          mails.length === 0
            ? html`<p>No mail yet. Buy a ticket, and its mail arrives here.</p>`
            : html`<ul class="list">
                ${mails.map(mailLine)}
              </ul>`
        }
      </div>
      <p class="small">
        Mail to ${unknownMailbox}@… is refused: there is no such mailbox, and the shop’s staff see it.
      </p>
      <p class="small"><a class="target" href="/">All of the demonstration</a></p>`,
  });
}

function mailLine(mail: Mail): Html {
  const count = mail.attachments.length;
  return html`<li>
    <a class="target" href="/mail/${mail.id}">${subjectOf(mail)}</a>
    <div class="quiet small">
      to ${mail.to.join(', ')},
      ${when(mail.date)}${count === 0 ? '' : `, ${count} ${count === 1 ? 'attachment' : 'attachments'}`}
    </div>
  </li>`;
}

/** One mail. `displayHtml` comes from another party, so it gets a frame without scripts or an origin. */
export function mailPage(mail: Mail, displayHtml: string | null): Html {
  return page({
    title: subjectOf(mail),
    band: BAND,
    wide: true,
    body: html`<p class="small"><a class="target" href="/mail">All mail</a></p>
      <h1>${subjectOf(mail)}</h1>
      <dl>
        <dt>From</dt>
        <dd>${mail.from}</dd>
        <dt>To</dt>
        <dd>${mail.to.join(', ')}</dd>
        <dt>Date</dt>
        <dd>${when(mail.date)}</dd>
      </dl>
      ${attachmentList(mail)} ${displayHtml === null ? '' : htmlPart(displayHtml)}
      ${
        mail.text === null
          ? ''
          : html`<h2>Text</h2>
              <div class="sheet"><pre>${mail.text}</pre></div>`
      }`,
  });
}

function attachmentList(mail: Mail): Html {
  if (mail.attachments.length === 0) return html``;
  return html`<h2>Attachments</h2>
    <ul class="list">
      ${mail.attachments.map(
        ({ filename, contentType, size }, index) =>
          html`<li>
            <a class="target" href="/mail/${mail.id}/attachments/${index}">${filename}</a>
            <span class="quiet small">${contentType}, ${sizeFormat.format(size / 1024)} kB</span>
          </li>`,
      )}
    </ul>`;
}

function htmlPart(displayHtml: string): Html {
  // Links open in this tab, as from a mail program in a browser.
  const content = `<base target="_top">${displayHtml}`;
  return html`<h2>As it looks</h2>
    <iframe
      title="The mail as it looks"
      sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
      srcdoc="${content}"
    ></iframe>`;
}

export function noSuchMailPage(): Html {
  return page({
    title: 'No such mail',
    band: BAND,
    body: html`<h1>No such mail</h1>
      <p>Only the newest 500 are kept. <a href="/mail">All mail</a></p>`,
  });
}
