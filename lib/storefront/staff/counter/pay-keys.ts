/** Notes that customers pay with, in EUR, the smallest first. */
export const notes = ['20.00', '50.00', '100.00', '200.00'] as const;

/** How a sale is paid by one key: cash that fits or was typed, a note, a card; `later`: on the sale's page. */
export const payKeys = ['later', 'cash', 'terminal', ...notes] as const;
