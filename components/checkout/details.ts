// Separate from the schema, because the form itself needs no rules until the customer types something.
export const detailFields = ['firstname', 'lastname', 'email', 'phone', 'country'] as const;
export type DetailField = (typeof detailFields)[number];

/** As typed. */
export type Details = Record<DetailField, string>;

/** A button anywhere on the page that sends the form of the details, with what was typed. */
export const ofDetails = { form: 'details' } as const;
