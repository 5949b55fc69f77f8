// The service makes codes of gift cards of 20 letters and digits (docs/gift-cards.md), and may have been asked with others.
const giftCardCode = /^[a-z\d]{4}(?:[- ]?[a-z\d]{4}){4}$/i;

/** Pure: whether a code is that of a gift card, not of another voucher. */
export const isCardCode = (code: string): boolean => giftCardCode.test(code);

/**
 * Pure: a code as reports, exports and timelines show it. Of a gift card, which may still have money, only the end: who
 * reads a whole code can pay with it.
 */
export const shownCode = (code: string): string => (isCardCode(code) ? `…${code.slice(-4)}` : code);
