import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { requestCancellations } from '@/lib/checkout/cancellation/request-cancellation';
import { retryCancellation, settleCancellation } from '@/lib/checkout/cancellation/settle-cancellation';
import {
  acknowledgeIncident,
  applyVoucher,
  askIfPaying,
  dropVoucher,
  exchangeTickets,
  hold,
  holdAtCounter,
  keepTickets,
  learnRefunds,
  placeOrder,
  processCheckout,
  receiveWebhook,
  settleByHand,
  startEventChange,
  takePayment,
  tryAgain,
} from '@/lib/checkout/commands';
import type { CheckoutContext } from '@/lib/checkout/context';
import { totalOf } from '@/lib/checkout/payment/fees';
import { startWorker } from '@/lib/checkout/queue/lanes';
import { findCheckout } from '@/lib/checkout/state/checkout-store';
import { readHolds } from '@/lib/checkout/state/hold-store';
import { amountAbove } from '@/lib/money/money';
import { openContext } from '@/testing/checkout/shop-context';
import { openShopDatabase } from '@/testing/checkout/tables';

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
  retryCancellation,
  settleCancellation,
  settleByHand,
  tryAgain,
  learnRefunds,
  acknowledgeIncident,
  startEventChange,
  amountDue,
};
type Commands = typeof commands;

/** What a page of the checkout shows below its prices: what is to be paid. Null: there is no such checkout. */
async function amountDue({ database }: CheckoutContext, checkoutId: string): Promise<string | null> {
  const checkout = await findCheckout(database, checkoutId);
  if (checkout === null) return null;
  return amountAbove(totalOf(await readHolds(database, checkoutId)), checkout.credit);
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
    report: (level, message) => tell({ kind: 'report', text: `${level}: ${message}` }),
  });
  // The storm has ended.
  process.once('disconnect', () => process.exit(0));
  process.on('message', (request) => void perform(context, request as CommandRequest));
  if (isWorker) startWorker(context);
  tell({ kind: 'ready' });
}

if (process.argv[1] === shopProgram) await main();
