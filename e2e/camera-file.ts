import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeQR } from 'qr';
import sharp from 'sharp';

/** A picture of a QR code for the browser's camera: the frames of a MJPEG are its pictures one after another. */
export async function cameraFile(code: string): Promise<string> {
  const picture = await sharp(Buffer.from(encodeQR(code, 'svg', { ecc: 'medium', border: 4 })))
    .resize(400, 400, { kernel: 'nearest' })
    .flatten({ background: '#fff' })
    .extend({ left: 120, right: 120, top: 40, bottom: 40, background: '#fff' })
    .jpeg()
    .toBuffer();
  const file = join(tmpdir(), `camera-${crypto.randomUUID()}.mjpeg`);
  await writeFile(file, Buffer.concat(Array.from({ length: 10 }, () => picture)));
  return file;
}
