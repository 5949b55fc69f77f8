import { describe, expect, it } from 'vitest';
import { type AfterRestore, foundAs, isComplete, isNothing, restoreText } from './restore-report';

const nothing: AfterRestore = { found: [], rebuilt: [], undecided: 0, refunded: [] };
const refund = { reference: 'AAAA-1111', amount: '18.00', paid: '36.00', isPending: false };
const kinds = Object.keys(foundAs) as (keyof typeof foundAs)[];
const foundTo = (is: (done: AfterRestore) => boolean) =>
  kinds.filter((as) => is({ ...nothing, found: [{ reference: 'AAAA-1111', as }] }));

describe('the report after a restore', () => {
  it('of a dry run is empty without anything that would be done: other shops are left alone', () => {
    expect(foundTo(isNothing)).toEqual(['other_shop']);
    expect(isNothing({ ...nothing, refunded: [refund] })).toBe(false);
  });

  it('is complete when neither staff nor the operator has to do more', () => {
    expect(foundTo((done) => !isComplete(done)).sort()).toEqual(
      ['being_opened', 'failed', 'for_staff', 'not_finished', 'reference_taken', 'without_note'].sort(),
    );
    expect(isComplete({ ...nothing, refunded: [refund] })).toBe(true);
    expect(isComplete({ ...nothing, refunded: [{ ...refund, isPending: true }] })).toBe(false);
    expect(isComplete({ ...nothing, undecided: 1 })).toBe(false);
  });

  it('says how much was refunded, and whether the bank has finished it', () => {
    const text = (changes: Partial<typeof refund>) =>
      restoreText({ ...nothing, refunded: [{ ...refund, ...changes }] }, false);
    expect(text({})).toContain('AAAA-1111  18.00 of 36.00 EUR\n');
    expect(text({ amount: '36.00' })).toContain('AAAA-1111  all of 36.00 EUR\n');
    expect(text({ isPending: true })).toContain('18.00 of 36.00 EUR; the bank has not finished it');
  });
});
