// Separate from the schema, because the form itself needs no rules until the customer types something.
export const detailFields = ['firstname', 'lastname', 'email', 'phone', 'country'] as const;
export type DetailField = (typeof detailFields)[number];

/** The most characters of a field, where it has a limit of its own. A longer text is refused, not cut. */
const longest: Partial<Record<DetailField, number>> = {
  firstname: 255,
  lastname: 255,
  email: 254,
  phone: 30,
};

/** The limit of the field, if this text exceeds it; otherwise null. */
export function exceededLimit(field: DetailField, text: string): number | null {
  const most = longest[field];
  return most !== undefined && text.trim().length > most ? most : null;
}

/** As typed. */
export type Details = Record<DetailField, string>;

/** A button anywhere on the page that sends the form of the details, with what was typed. */
export const ofDetails = { form: 'details' } as const;
