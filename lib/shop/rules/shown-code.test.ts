import { expect, it } from 'vitest';
import { shownCode } from './shown-code';

it.each(['K7MQ-3XTD-92FA-JJ4W-PQ8Z', 'K7MQ3XTD92FAJJ4WPQ8Z', 'k7mq 3xtd 92fa jj4w PQ8Z'])(
  'of the code of a gift card only the end is shown: %s',
  (code) => {
    expect(shownCode(code)).toBe('…PQ8Z');
  },
);

it.each(['SUMMER-27', 'SUMMER27', 'K7MQ-3XTD', 'K7MQ-3XTD-92FA-JJ4W', 'K7MQ-3XTD-92FA-JJ4W-PQ8Z-AAAA', ''])(
  'another code is shown as it is: %j',
  (code) => {
    expect(shownCode(code)).toBe(code);
  },
);
