/**
 * The text when the payment provider can't be reached. It says that nothing was charged only if no payment
 * page was shown that may have been paid.
 */
export function providerUnavailableKey(mayHavePaid: boolean): 'provider_unclear' | 'provider_unavailable' {
  return mayHavePaid ? 'provider_unclear' : 'provider_unavailable';
}
