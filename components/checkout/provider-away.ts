/**
 * What is said when the payment provider can't be reached: that nothing was charged, only where no page to pay on was
 * shown that may have been paid.
 */
export function providerAwayKey(mayHavePaid: boolean): 'provider_unclear' | 'provider_away' {
  return mayHavePaid ? 'provider_unclear' : 'provider_away';
}
