// Apart from the schema: the form itself needs no rules until something is typed.
export const detailFields = ['firstname', 'lastname', 'email', 'phone', 'country'] as const;
export type DetailField = (typeof detailFields)[number];

/** What is typed into the form, as typed. */
export type Details = Record<DetailField, string>;
