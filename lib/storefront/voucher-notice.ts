/** What became of a code: in the address of the checkout, and in the texts. */
export const voucherNotices = [
  ...(['applied', 'removed', 'not_held', 'away', 'busy'] as const),
  ...(['UNKNOWN', 'DISABLED', 'NOT_YET_VALID', 'EXPIRED', 'USED_UP'] as const),
  ...(['NOT_FOR_PRODUCTS', 'BELOW_MINIMUM'] as const),
] as const;
export type VoucherNotice = (typeof voucherNotices)[number];
