// Separate from the schema, because the form itself needs no rules until the customer types something.
export const detailFields = ['firstname', 'lastname', 'email', 'phone', 'country'] as const;
export type DetailField = (typeof detailFields)[number];

/** As typed. */
export type Details = Record<DetailField, string>;
