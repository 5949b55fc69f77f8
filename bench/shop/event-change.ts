import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { startEventChange } from '@/lib/shop/flows/event-change/start-event-change';
import type { CheckoutContext } from '@/lib/shop/context';
import { paths } from '@/lib/locale/paths';
import { multiplyAmount } from '@/lib/money/money';
import { startSmtpServer } from '@/testing/fakes/mail/smtp-server';
import { webhookSecret } from '@/testing/fakes/stripe/events';
import { secretKey, startStripe, type StripeServer } from '@/testing/fakes/stripe/stripe-server';
import type { BenchEnvironment } from '../tools/environment';
import { percentiles } from '../tools/pgbench';
import type { Line, Result } from '../tools/report';
import type { SoakEnvironment } from '../soak/environment';
import { compareBooks } from '../soak/findings';
import { queryRow, watch } from '../tools/sql';
import { amountEach, buyAll, importProgramme, openBuying, type SoldSession } from './holders';
import { openShop } from './open-shop';

const mostOrders = 20_000;
/** Of a new booking for each order, few show what it costs. */
const rebookedPart = 0.025;
/** The shop sends the provider 25 requests a second: each refund is one, and another one when its event is read. */
const refundsPerSecond = 12.5;
const pageEveryMilliseconds = 500;

const countRow = z.object({ count: z.coerce.number() });

/** How many e-mails have told somebody of a cancellation. */
const toldQuery = `select count(*) from storefront.timeline
  where what = 'mail_sent' and detail->>'kind' = 'cancelled'`;

/** Waits until a query of the shop's database counts so many. */
function untilCount({ databases }: SoakEnvironment, query: string, count: number): Promise<void> {
  return watch(databases.storefront, countRow, query, { everyMs: 500, seen: (row) => row.count >= count });
}

/** Opens the page of the event again and again, as a visitor, until `stop` is called; resolves to the times. */
function watchPage({ soak }: SoakEnvironment, { catalogId, eventId }: SoldSession) {
  const times: number[] = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const began = performance.now();
      const page = await fetch(`${soak.shopUrl}${paths.event('en', catalogId, eventId)}`);
      await page.arrayBuffer();
      if (page.status !== 200) throw new Error(`a page was answered with ${page.status}`);
      times.push(performance.now() - began);
      await pause(pageEveryMilliseconds);
    }
  })();
  // Awaited below; until then its failure must not end the program.
  watching.catch(() => undefined);
  return async (): Promise<Float64Array> => {
    isOver = true;
    await watching;
    return new Float64Array(times);
  };
}

interface Change {
  session: SoldSession;
  action: 'refund' | 'rebook';
  target?: SoldSession;
  orders: number;
}

/** Starts a change as staff do, and waits until the storefront's worker has done it; resolves to the seconds. */
async function change(
  environment: SoakEnvironment,
  context: CheckoutContext,
  { session, action, target, orders }: Change,
): Promise<{ seconds: number; page: Float64Array }> {
  const { catalogId, eventId, sessionId, occursAt } = session;
  const stop = watchPage(environment, session);
  const began = performance.now();
  const id = await startEventChange(context, {
    catalogId,
    eventId,
    sessionId,
    occursAt,
    eventName: 'Festival',
    timezone: 'UTC',
    action,
    message: 'A storm is coming.',
    staff: 'bench',
    ...(target === undefined ? {} : { target: { id: target.sessionId, occursAt: target.occursAt } }),
  });
  await untilCount(
    environment,
    `select count(*) from storefront.event_change where id = '${id ?? ''}' and state = 'done'`,
    1,
  );
  const seconds = (performance.now() - began) / 1000;
  const done = await queryRow(
    environment.databases.storefront,
    countRow,
    `select count(*) from storefront.event_change_order changed
     left join storefront.refund on refund.cancellation_id = changed.cancellation_id
     where change_id = '${id ?? ''}' and (changed.state = 'rebooked' or refund.state = 'done')`,
  );
  if (done.count !== orders) throw new Error(`of ${orders} orders ${done.count} were done`);
  return { seconds, page: await stop() };
}

/** What has to be true after all: each holder told once, each amount refunded once, no ticket left. */
async function check({ databases }: SoakEnvironment, refunded: number, rebooked: number): Promise<void> {
  const { told, amount } = await queryRow(
    databases.storefront,
    z.object({ told: z.coerce.number(), amount: z.string() }),
    `select (${toldQuery}) as told,
       (select coalesce(sum(amount), 0)::text from storefront.refund where state = 'done') as amount`,
  );
  const { sold } = await queryRow(
    databases.service,
    z.object({ sold: z.coerce.number() }),
    `select sum(sold) as sold from ticketing.counter join ticketing.session using (catalog_id, id)
     where session.key in ('refunded', 'rebooked', 'target')`,
  );
  const expected = { told: refunded, amount: multiplyAmount(amountEach, refunded), sold: 2 * rebooked };
  const found = { told, amount, sold };
  if (JSON.stringify(found) !== JSON.stringify(expected))
    throw new Error(`${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
}

function linesOf(
  what: string,
  orders: number,
  { seconds, page }: { seconds: number; page: Float64Array },
): Line[] {
  const { p50, p99 } = percentiles(page);
  return [
    { goal: 'P21', what: `orders ${what} each second`, measured: orders / seconds, unit: '/s' },
    { goal: 'P21', what: `all ${orders} orders ${what}`, measured: seconds / 60, unit: 'minutes' },
    {
      goal: 'P21',
      what: `p99 of the event’s page while they are ${what}`,
      measured: p99,
      unit: 'ms',
      p50,
      p99,
    },
  ];
}

async function measure(
  bench: BenchEnvironment,
  { environment, provider, since }: { environment: SoakEnvironment; provider: StripeServer; since: Date },
): Promise<Result> {
  const orders = Math.max(20, Math.round(mostOrders * bench.settings.scale));
  const rebooked = Math.round(orders * rebookedPart);
  const sessionOf = await importProgramme(environment, [
    { key: 'refunded', hour: 18 },
    { key: 'rebooked', hour: 19 },
    { key: 'target', hour: 20 },
  ]);
  const buying = await openBuying(environment, provider);
  const { context } = buying;
  try {
    const began = performance.now();
    await buyAll(buying, sessionOf('rebooked'), rebooked);
    await buyAll(buying, sessionOf('refunded'), orders);
    const all = orders + rebooked;
    await untilCount(environment, `select count(*) from storefront.checkout where state = 'ordered'`, all);
    await untilCount(environment, `select count(*) from storefront.mail where sent_at is not null`, all);
    const bought = (performance.now() - began) / 1000;
    const target = sessionOf('target');
    const moving = { session: sessionOf('rebooked'), action: 'rebook', target, orders: rebooked } as const;
    const moved = await change(environment, context, moving);
    const refunding = { session: sessionOf('refunded'), action: 'refund', orders } as const;
    const refunded = await change(environment, context, refunding);
    await untilCount(environment, toldQuery, orders);
    const { unmatched } = await compareBooks(environment, since);
    await check(environment, orders, rebooked);
    if (unmatched.length > 0) throw new Error(`the books differ: ${unmatched.slice(0, 5).join('; ')}`);
    const [rate, ...rest] = linesOf('refunded', orders, refunded);
    const limit = { what: 'refunds by the limit of requests to the provider', value: refundsPerSecond };
    return {
      lines: [
        ...(rate === undefined ? [] : [{ ...rate, limit, wanted: { is: '≥', value: 0.9 } as const }]),
        ...rest,
        ...linesOf('rebooked', rebooked, moved),
        { goal: 'P21', what: 'purchases before that, without pages', measured: all / bought, unit: '/s' },
      ],
      notes: [
        `P21: orders of two tickets; each holder was told once, and the books of the shop, the provider and the service agree.`,
      ],
    };
  } finally {
    await buying.close();
  }
}

/** Takes every e-mail, and forgets it. */
function startMailSink() {
  return startSmtpServer({
    port: 0,
    refusalOf: () => null,
    receive: () => Promise.resolve('taken'),
    onError: (error) => process.stderr.write(`the mail server: ${error.message}\n`),
  });
}

/** P21: a session is refunded for everyone, and another one rebooked, by the storefront's worker on PostgreSQL. */
export async function eventChange(bench: BenchEnvironment): Promise<Result> {
  const since = new Date();
  // Those of the demonstration write every payment and every e-mail to a file.
  const [provider, mailServer] = await Promise.all([startStripe(), startMailSink()]);
  try {
    const storefront = {
      PAYMENT_URL: provider.url,
      PAYMENT_SECRET_KEY: secretKey,
      PAYMENT_WEBHOOK_SECRET: webhookSecret,
      SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
    };
    const environment = await openShop(bench, { holdMinutes: 20, storefront });
    try {
      return await measure(bench, { environment, provider, since });
    } finally {
      await environment.close(false);
    }
  } finally {
    await Promise.all([provider.close(), mailServer.close()]);
  }
}
