import { setTimeout as pause } from 'node:timers/promises';
import { entriesOf, type Form, formWith } from '../soak/page';
import { type Ask, type Client, note, placeOf, type Shown } from './visitor-client';
import type { VisitorsReport } from './visitors-task';

/** After a page that does not say when to come back. */
const patienceSeconds = 5;

type Step =
  | { kind: 'bought' | 'sold out' }
  | { kind: 'ask'; ask: Ask }
  | { kind: 'wait'; seconds: number; ask: Ask; why?: string };

/** Opens a page, and buys one ticket if there are any. Comes back as often as the pages say. */
export async function visit(
  client: Client,
  { path, visitor }: { path: string; visitor: number },
  report: VisitorsReport,
): Promise<void> {
  const came = Date.now();
  let ask: Ask = { url: path };
  while (Date.now() < report.endsAt) {
    const step = unlessRepeated(ask, nextStep(await client.go(ask), path, visitor));
    switch (step.kind) {
      case 'bought':
        report.bought += 1;
        return;
      case 'sold out':
        report.told.push({ came, at: Date.now() });
        return;
      case 'wait':
        if (step.why !== undefined) note(report.failures, step.why);
        report.waits += 1;
        await pause(step.seconds * 1000);
        break;
      case 'ask':
    }
    ask = step.ask;
  }
  report.unfinished += 1;
}

/** A form that is shown again, for example because the payment provider is unavailable, is not sent again at once. */
function unlessRepeated(asked: Ask, step: Step): Step {
  if (step.kind !== 'ask' || asked.form === undefined || step.ask.form === undefined) return step;
  const [before, { pathname }] = [new URL(asked.url), new URL(step.ask.url)];
  if (before.pathname !== pathname) return step;
  return { ...step, kind: 'wait', seconds: patienceSeconds, why: `a form again at ${placeOf(before)}` };
}

function nextStep(shown: Shown, path: string, visitor: number): Step {
  const { status, url, again, retryAfter } = shown;
  const patience = { kind: 'wait', seconds: retryAfter ?? patienceSeconds } as const;
  if (status === 429 || (status === 503 && retryAfter !== undefined)) return { ...patience, ask: again };
  if (status !== 200) return { ...patience, ask: again, why: `${status} for ${placeOf(url)}` };
  const problem = url.searchParams.get('problem');
  if (problem === 'SOLD_OUT' || problem === 'INSUFFICIENT_QUANTITY') return { kind: 'sold out' };
  if (problem !== null) return { ...patience, ask: { url: path }, why: `the problem ${problem}` };
  const page = shown.page();
  if (
    url.pathname.includes('/orders/') &&
    page.links.some((link) => /\/api\/orders\/[^/]+\/tickets/.test(link))
  )
    return { kind: 'bought' };
  const onward = onwardOf(shown, visitor);
  if (onward !== null) return { kind: 'ask', ask: onward };
  // The waiting page says so, and looks again, because held tickets may come back.
  if (page.isSoldOut) return { kind: 'sold out' };
  if (page.refreshSeconds !== undefined)
    return { kind: 'wait', seconds: page.refreshSeconds, ask: { url: url.href } };
  return { ...patience, ask: { url: path }, why: `there was no way on from ${placeOf(url)} (${page.title})` };
}

/** The form or the link by which a customer goes on; null if the page has none. */
function onwardOf({ url, page: read }: Shown, visitor: number): Ask | null {
  const page = read();
  const send = (form: Form, typed: Readonly<Record<string, string>>): Ask => ({
    // An empty action means the address of the page (HTML §4.10.22.3).
    url: new URL(form.action === '' ? url : form.action, url).href,
    form: bodyOf(
      form,
      entriesOf(form, typed, (choices) => choices.find(({ isChecked }) => isChecked) ?? choices[0]),
    ),
  });
  const [first] = page.forms;
  if (url.pathname.startsWith('/pay/')) return first === undefined ? null : send(first, { choice: 'pay' });
  if (url.pathname.endsWith('/waiting-room')) {
    const choose = page.links.find((link) => link.includes('/offers/'));
    if (choose !== undefined) return { url: new URL(choose, url).href };
    return first === undefined ? null : send(first, {});
  }
  const details = formWith(page, ['firstname']);
  if (details !== undefined) {
    const email = `visitor-${visitor}@example.test`;
    return send(details, { firstname: 'Zoë', lastname: `Visitor ${visitor}`, email, country: 'FR' });
  }
  const offer = formWith(page, ['quantity'], ['email']);
  if (offer !== undefined) return send(offer, { quantity: '1' });
  // From the event to its session, then to the offer. The same pages in other languages are no way on.
  const isOnEvent = url.pathname.includes('/events/');
  const link = page.links.find(
    (one) =>
      isOnEvent &&
      one.startsWith('/en/') &&
      (one.includes('/offers/') || (one.includes('session=') && !url.searchParams.has('session'))),
  );
  return link === undefined ? null : { url: new URL(link, url).href };
}

const boundary = 'bench-c1c6a1a2b7';

/** As a browser sends it (RFC 7578), once for all the times that it is sent. */
function bodyOf({ isMultipart }: Form, entries: readonly [string, string][]): NonNullable<Ask['form']> {
  if (!isMultipart) {
    const body = new URLSearchParams([...entries]).toString();
    return { type: 'application/x-www-form-urlencoded', body };
  }
  const parts = entries.map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: `${parts.join('')}--${boundary}--\r\n`,
  };
}
