/** By what sales are added up beside day, product and channel. `visit`: the day of the visit. */
export const salesParts = ['event', 'session', 'organizer', 'visit'] as const;
export type SalesPart = (typeof salesParts)[number];
