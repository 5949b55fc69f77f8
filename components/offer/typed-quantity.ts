/** The whole number that was typed, of at most two digits; 0 for anything else. */
export const typedQuantity = (text: string): number => (/^\d{1,2}$/.test(text) ? Number(text) : 0);
