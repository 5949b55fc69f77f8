import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { iconSvg, passIcons } from './pass-icons';

it('a pass has its pictures in the sizes that Apple asks for, drawn as the icon of the shop', async () => {
  const sizes: Record<string, number | undefined> = {};
  for (const [name, picture] of Object.entries(await passIcons()))
    sizes[name] = (await sharp(picture).metadata()).width;
  expect(sizes).toEqual({
    'icon.png': 29,
    'icon@2x.png': 58,
    'icon@3x.png': 87,
    'logo.png': 50,
    'logo@2x.png': 100,
    'logo@3x.png': 150,
  });
  expect(iconSvg).toBe(readFileSync('public/icon.svg', 'utf8').trim());
});
