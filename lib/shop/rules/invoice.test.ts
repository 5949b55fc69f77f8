import { describe, expect, it } from 'vitest';
import { readInvoice } from './invoice';

const details = { country: 'FR', company: '', address: '', vatNumber: '' };
const invoice = (typed: Partial<typeof details>) => readInvoice({ ...details, ...typed });
const address = '1 Quay\n69002 Lyon';

describe('an invoice for a company', () => {
  it('is not wanted when nothing is entered', () => {
    expect(invoice({ company: ' ', address: ' \n' })).toEqual({ invoice: null, wrong: {} });
  });

  it.each([
    ['FR', 'FR 40 303 265 045', 'FR40303265045'],
    ['FR', '40303265045', 'FR40303265045'],
    ['DE', 'de 136.695.976', 'DE136695976'],
    ['GR', '040127797', 'EL040127797'],
    ['FR', 'NL004495445B01', 'NL004495445B01'],
    ['US', 'US12-3456789', 'US123456789'],
  ])('has a number of %s: %s', (country, vatNumber, expected) => {
    expect(invoice({ company: 'Ada  & Co', address, vatNumber, country })).toEqual({
      invoice: { company: 'Ada & Co', address, vatNumber: expected },
      wrong: {},
    });
  });

  it('may have no number, as of a small company', () => {
    expect(invoice({ company: 'Ada', address }).invoice).toEqual({
      company: 'Ada',
      address,
      vatNumber: null,
    });
  });

  it('has the lines of its address that say something', () => {
    const typed = ' 1  Quay \r\n\r\n69002\tLyon\r\n';
    expect(invoice({ company: 'Ada', address: typed }).invoice).toMatchObject({ address });
  });

  it.each([
    ['DE', '1 Weg\n10115 Berlin\nGermany'],
    ['DE', '1 Weg\n10115 Berlin, Deutschland'],
    ['DE', '1 Weg\n10115 Berlin\n\nallemagne '],
  ])('names its country in another line: %s, %j', (country, typed) => {
    const checked = invoice({ company: 'Ada', address: typed, country });
    expect(checked.invoice?.address).toBe('1 Weg\n10115 Berlin');
  });

  it('keeps the last line of an address that is no country', () => {
    const typed = '1 Quay\nBerlin, Germany';
    expect(invoice({ company: 'Ada', address: typed }).invoice?.address).toBe(typed);
  });

  it('is refused with the fields that are wrong', () => {
    const wrong = (typed: Partial<typeof details>) => invoice({ address, ...typed }).wrong;
    expect(wrong({ vatNumber: 'FR1' })).toEqual({ company: 'missing', vatNumber: 'form' });
    expect(wrong({ company: 'x'.repeat(256) })).toEqual({ company: 'tooLong' });
    expect(wrong({ company: 'Ada', vatNumber: 'DE12345' })).toEqual({ vatNumber: 'form' });
    expect(wrong({ company: 'Ada\u0007' })).toEqual({ company: 'missing' });
    expect(wrong({ company: 'Ada', address: '' })).toEqual({ address: 'missing' });
    expect(wrong({ company: 'Ada', address: 'x\n'.repeat(7) })).toEqual({ address: 'tooLong' });
    expect(wrong({})).toEqual({ company: 'missing' });
  });
});
