import { encodeQR } from 'qr';

/** A QR code (ISO/IEC 18004), black on white in both themes, with its quiet zone of 4 modules, as a `data:` URL. */
export function qrImage(text: string): string {
  const svg = encodeQR(text, 'svg', { ecc: 'medium', border: 4 });
  const white = svg.replace('>', '><rect width="100%" height="100%" fill="#fff"/>');
  return `data:image/svg+xml,${encodeURIComponent(white)}`;
}
