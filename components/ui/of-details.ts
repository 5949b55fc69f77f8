/** A button anywhere on the page that sends the form of the details, with what was typed. */
export const ofDetails = { form: 'details' } as const;
