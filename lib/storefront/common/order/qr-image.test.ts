import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { qrImage } from './qr-image';

/** What a scanner reads from the picture, drawn 300 pixels wide. */
async function scan(address: string): Promise<string> {
  const svg = Buffer.from(decodeURIComponent(address.slice('data:image/svg+xml,'.length)));
  const { data, info } = await sharp(svg, { density: 600 })
    .resize(300, 300)
    .flatten({ background: '#000' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) });
}

describe('the picture of a ticket’s code', () => {
  it.each(['ABCD-EFGH-JKLM', 'https://example.org/tickets?a=1&b=<2>', 'Zoë 票 🎫', '7'.repeat(200)])(
    'can be scanned on a dark page: %s',
    async (text) => {
      expect(await scan(qrImage(text))).toBe(text);
    },
  );
});
