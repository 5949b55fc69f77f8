import { describe, expect, it } from 'vitest';
import { readInvoice } from './invoice';

const details = { country: 'FR', company: '', vatNumber: '' };
const invoice = (typed: Partial<typeof details>) => readInvoice({ ...details, ...typed });

describe('an invoice for a company', () => {
  it('is not wanted when nothing is entered', () => {
    expect(invoice({ company: ' ' })).toEqual({ invoice: null, wrong: {} });
  });

  it.each([
    ['FR', 'FR 40 303 265 045', 'FR40303265045'],
    ['FR', '40303265045', 'FR40303265045'],
    ['DE', 'de 136.695.976', 'DE136695976'],
    ['GR', '040127797', 'EL040127797'],
    ['FR', 'NL004495445B01', 'NL004495445B01'],
    ['US', 'US12-3456789', 'US123456789'],
  ])('has a number of %s: %s', (country, vatNumber, expected) => {
    expect(invoice({ company: 'Ada  & Co', vatNumber, country })).toEqual({
      invoice: { company: 'Ada & Co', vatNumber: expected },
      wrong: {},
    });
  });

  it('may have no number, as of a small company', () => {
    expect(invoice({ company: 'Ada' }).invoice).toEqual({ company: 'Ada', vatNumber: null });
  });

  it('is refused with the fields that are wrong', () => {
    expect(invoice({ vatNumber: 'FR1' }).wrong).toEqual({ company: 'missing', vatNumber: 'form' });
    expect(invoice({ company: 'x'.repeat(256) }).wrong).toEqual({ company: 'tooLong' });
    expect(invoice({ company: 'Ada', vatNumber: 'DE12345' }).wrong).toEqual({ vatNumber: 'form' });
    expect(invoice({ company: 'Ada\u0007' }).wrong).toEqual({ company: 'missing' });
  });
});
