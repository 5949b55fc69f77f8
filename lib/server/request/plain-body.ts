import { toPlainText } from '../../contract/plain-text';

const inAddress = 'application/x-www-form-urlencoded';

/**
 * The body of one of our forms without characters that no stored text may have: a browser sends them when they were
 * pasted, and an attacker to cause errors. Bytes that are no UTF-8 become U+FFFD. Not for files and JSON.
 */
export function plainBody(body: Buffer, contentType = ''): Buffer {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== inAddress && type !== 'multipart/form-data' && type !== 'text/plain') return body;
  const text = toPlainText(body.toString());
  if (type !== inAddress) return Buffer.from(text);
  const fields = [...new URLSearchParams(text)];
  const plain = fields.map((pair) => pair.map(toPlainText));
  const isPlain = String(plain) === String(fields);
  return Buffer.from(isPlain ? text : new URLSearchParams(plain).toString());
}
