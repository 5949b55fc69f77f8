import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sizeOfNewPicture } from './new-picture';

const images = {
  folder: join(tmpdir(), 'pictures-of-drafts'),
  trustedHosts: [],
  allowsPublicHosts: true,
  ownHosts: ['shop.example.com'],
};
const context = { config: { images }, log: { warn: () => undefined } };
const size = (address: string, before = '') =>
  sizeOfNewPicture(context, { imageAddress: [address] }, { imageAddress: [before] });

it.each([
  'https://127.0.0.1/x.jpg',
  'https://[::1]/x.jpg',
  'https://169.254.169.254/',
  'https://shop.example.com/x.jpg',
])('a picture is not taken from %s', async (address) => {
  expect(await size(address)).toBe('no_picture');
});

it('none, the one of before and what is refused anyway are not asked for', async () => {
  expect(await size('')).toBeNull();
  expect(await size('https://127.0.0.1/x.jpg', 'https://127.0.0.1/x.jpg')).toBeNull();
  expect(await size('http://127.0.0.1/x.jpg')).toBeNull();
});
