import { describe, expect, it } from 'vitest';
import { countryCodes, isCountry } from './customer-rules';

describe('a country', () => {
  it('is one of the 249 codes that ISO 3166-1 has assigned', () => {
    expect([countryCodes.length, new Set(countryCodes).size]).toEqual([249, 249]);
    for (const code of ['FR', 'GB', 'GR', 'TW', 'SS', 'BQ'])
      expect([code, isCountry(code)]).toEqual([code, true]);
  });

  it.each(['UK', 'EU', 'XA', 'XK', 'SU', 'AN', 'ZZ', 'fr', 'FRA', ''])('is not %j', (code) => {
    expect(isCountry(code)).toBe(false);
  });
});
