/** Who gets a message: the bookings with a ticket that is not cancelled, or those with one that was not admitted yet. */
export const audiences = ['everyone', 'not_admitted'] as const;
export type Audience = (typeof audiences)[number];

/** The most characters of a message. */
export const messageLimits = { subject: 150, text: 4_000 } as const;

/**
 * `draft`: only tests were sent. `searching`: the bookings are being found. `found`: each of them has its e-mail, sent or in
 * the queue.
 */
export const messageStates = ['draft', 'searching', 'found'] as const;
