import { describe, expect, expectTypeOf, it } from 'vitest';
import type { MailKind } from '@/lib/shop/data/mail-store';
import type { Reason } from '@/lib/shop/values/checkout-values';
import type { TimelineEntry } from '@/lib/shop/data/timeline-store';
import { messages } from '@/lib/locale/messages';
import { incidentName, spokenDuration } from './order-view';

// The other languages have the same names.
const { reasons, happened } = messages.en.staff;

describe('the staff pages have a sentence for', () => {
  // `tsc` checks these types.
  it('every reason, timeline entry and e-mail of a purchase', () => {
    expectTypeOf<Reason>().toExtend<keyof typeof reasons>();
    expectTypeOf<TimelineEntry['what']>().toExtend<keyof typeof happened>();
    expectTypeOf<Exclude<MailKind, 'code'>>().toExtend<keyof typeof messages.en.staff.mails>();
  });

  it('every incident of a payment: what happened, and what to do', () => {
    const waiting = [
      ...(['open', 'won', 'lost', 'closed'] as const).map((status) => ({ kind: 'dispute', status }) as const),
      ...(['refund_failed', 'refunded_at_provider', 'fraud_warning'] as const).map(
        (kind) => ({ kind, status: 'open' }) as const,
      ),
    ];
    for (const incident of waiting) {
      expect(Object.keys(happened)).toContain(incidentName(incident));
      expect(Object.keys(reasons)).toContain(incidentName(incident));
    }
    expect(incidentName({ kind: 'refund_failed', status: 'settled' })).toBe('refund_repeated');
  });
});

describe('the time that a booking waits', () => {
  it.each([
    [59, '0 minutes'],
    [90, '1 minute'],
    [7_199, '119 minutes'],
    [7_200, '2 hours'],
    [172_799, '47 hours'],
    [172_800, '2 days'],
  ])('of %d seconds is shown as "%s"', (seconds, words) => {
    expect(spokenDuration(seconds, 'en')).toBe(words);
  });

  it('is shown in the reader’s language', () => {
    expect(spokenDuration(7_200, 'fr')).toBe('2\u00a0heures');
  });
});
