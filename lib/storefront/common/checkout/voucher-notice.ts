import type { VoucherAnswer } from '../../../shop/flows/voucher/apply-voucher';
import { amountSchema } from '../../../contract/values';
import { voucherRefusals } from '../../../contract/voucher';

const names = [
  'applied',
  'removed',
  'not_held',
  'unavailable',
  'too_often',
  'busy',
  ...voucherRefusals,
] as const;
type NoticeName = (typeof names)[number];

/** `busy`: too many codes were tried. */
export type AnsweredCode = VoucherAnswer | 'busy';

/** What became of a code, as a page says it. */
export interface VoucherNotice {
  readonly name: NoticeName;
  /** From which total on the voucher can be used, in EUR; null: another answer, or the service does not say. */
  readonly from: string | null;
}

/** What became of a code, for the address of a page. */
export function voucherParameters(answer: AnsweredCode): {
  name: NoticeName;
  from: string | undefined;
} {
  return typeof answer === 'string'
    ? { name: answer, from: undefined }
    : { name: answer.refusal, from: answer.minimum ?? undefined };
}

/** Reads the parameters of an address; null: they say nothing of a code. */
export function readVoucherNotice(name: string | undefined, from: string | undefined): VoucherNotice | null {
  const known = names.find((one) => one === name);
  if (known === undefined) return null;
  return { name: known, from: amountSchema.safeParse(from).data ?? null };
}
