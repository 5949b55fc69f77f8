import { describe, expect, it } from 'vitest';
import { xmlError } from './xml-error';

describe('xmlError', () => {
  it.each([
    '<a',
    '<a>',
    '<a></b>',
    '<a b="1" b="2"/>',
    '<a>&</a>',
    '<a b=1/>',
    '<a/><b/>',
    'x',
    '<a>]<b</a>',
  ])('is found in %s', (document) => {
    expect(xmlError(document)).not.toBeNull();
  });
});
