import { expect, it } from 'vitest';
import { shortAdmissionHash } from './admission';

it('the hash in a list for the entrance is the first 40 bits, in hexadecimal digits', () => {
  expect(shortAdmissionHash(new Uint8Array([0, 1, 15, 16, 255, 7]))).toBe('00010f10ff');
});
