import { voucherRefusals } from '../contract/voucher';

/** What became of a code: in the address of the checkout, and in the texts. */
export const voucherNotices = [
  ...(['applied', 'removed', 'not_held', 'away', 'busy'] as const),
  ...voucherRefusals,
] as const;
export type VoucherNotice = (typeof voucherNotices)[number];
