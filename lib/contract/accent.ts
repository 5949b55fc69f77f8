/** The colours that a catalogue can have; each has its shades in app/globals.css. */
export const accents = ['vermilion', 'cobalt', 'pine', 'plum', 'lagoon', 'umber'] as const;

export type Accent = (typeof accents)[number];
