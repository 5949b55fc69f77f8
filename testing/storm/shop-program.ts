import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { requestCancellations } from '@/lib/shop/flows/cancellation/request-cancellation';
import { requestGoodwill } from '@/lib/shop/flows/refund/goodwill';
import { retryRefund, settleRefund } from '@/lib/shop/flows/refund/settle-refund';
import { acknowledgeTask } from '@/lib/shop/flows/attention/acknowledge-tasks';
import { applyVoucher, dropVoucher } from '@/lib/shop/flows/voucher/apply-voucher';
import { askIfPaying } from '@/testing/shop/ask-if-paying';
import { exchangeTickets, keepTickets } from '@/lib/shop/flows/exchange/exchange-tickets';
import { hold } from '@/lib/shop/flows/basket/basket';
import { correctInvoices } from '@/lib/shop/flows/invoice/correct-invoice';
import { holdAtCounter } from '@/lib/shop/flows/counter/hold-at-counter';
import { learnRefunds } from '@/lib/shop/flows/payment/known-refunds';
import { placeOrder } from '@/lib/shop/flows/checkout/place-order';
import { processCheckout } from '@/lib/shop/flows/order/process-checkout';
import { receiveWebhook } from '@/lib/shop/flows/payment/webhooks';
import { settleByHand } from '@/lib/shop/flows/attention/settle-by-hand';
import { startEventChange } from '@/lib/shop/flows/event-change/start-event-change';
import { takePayment } from '@/lib/shop/flows/counter/take-payment';
import { tryAgain } from '@/lib/shop/flows/attention/try-again';
import type { CheckoutContext } from '@/lib/shop/context';
import { creditUse } from '@/lib/shop/rules/credit';
import { startWorker } from '@/lib/shop/worker/worker';
import { readWholeCheckout } from '@/lib/shop/data/whole-checkout-store';
import { openContext } from '@/testing/shop/shop-context';
import { openShopDatabase } from '@/testing/shop/tables';

/** This file is also the program of a process of the shop in the storm. */
export const shopProgram = fileURLToPath(import.meta.url);

const settingSchema = z.object({
  isWorker: z.boolean(),
  serviceUrl: z.string(),
  providerUrl: z.string(),
  mailUrl: z.string(),
  databaseUrl: z.string(),
  token: z.string(),
  timeoutMilliseconds: z.number(),
  /** How often a request to the payment provider is repeated at once. */
  repetitions: z.number(),
});
export type ShopSetting = z.infer<typeof settingSchema>;

/** That of a shop which only this machine can reach, so that the settings of the test may be those of the demo. */
export const storefrontUrl = 'http://localhost:3000';

/** What pages, webhooks and staff do, by name. */
const commands = {
  hold,
  holdAtCounter,
  applyVoucher,
  dropVoucher,
  exchangeTickets,
  keepTickets,
  placeOrder,
  takePayment,
  askIfPaying,
  processCheckout,
  receiveWebhook,
  requestCancellations,
  requestGoodwill,
  retryRefund,
  settleRefund,
  settleByHand,
  tryAgain,
  learnRefunds,
  acknowledgeTask,
  startEventChange,
  correctInvoices,
  amountDue,
};
type Commands = typeof commands;

/** What a page of the checkout shows below its prices: what is to be paid. Null: there is no such checkout. */
async function amountDue({ database }: CheckoutContext, checkoutId: string): Promise<string | null> {
  const whole = await readWholeCheckout(database, checkoutId);
  return whole === null ? null : creditUse(whole).due;
}

export type CommandName = keyof Commands;
/** The values of a command, without the context of the process. */
export type ValuesOf<Name extends CommandName> =
  Parameters<Commands[Name]> extends [unknown, ...infer Values] ? Values : never;
export type ResultOf<Name extends CommandName> = Awaited<ReturnType<Commands[Name]>>;

export interface CommandRequest {
  id: number;
  name: CommandName;
  values: unknown[];
}

export type ShopMessage =
  | { kind: 'ready' }
  | { kind: 'report'; text: string }
  | { kind: 'result'; id: number; result: unknown }
  | { kind: 'failed'; id: number; reason: string };

function tell(message: ShopMessage): void {
  process.send?.(message);
}

async function perform(context: CheckoutContext, { id, name, values }: CommandRequest): Promise<void> {
  const command = commands[name] as (context: CheckoutContext, ...values: unknown[]) => unknown;
  try {
    tell({ kind: 'result', id, result: await command(context, ...values) });
  } catch (error) {
    tell({
      kind: 'failed',
      id,
      reason: error instanceof Error ? `${error.name}: ${error.message}` : 'unknown',
    });
  }
}

async function main(): Promise<void> {
  const setting = settingSchema.parse(JSON.parse(process.env['SETTING'] ?? ''));
  const { isWorker, databaseUrl, ...rest } = setting;
  const context = openContext(rest, await openShopDatabase(databaseUrl, 8), {
    ...rest,
    storefrontUrl,
    report: (level, message) => tell({ kind: 'report', text: `${level}: ${message}` }),
  });
  // The storm has ended.
  process.once('disconnect', () => process.exit(0));
  process.on('message', (request) => void perform(context, request as CommandRequest));
  if (isWorker) startWorker(context);
  tell({ kind: 'ready' });
}

if (process.argv[1] === shopProgram) await main();
