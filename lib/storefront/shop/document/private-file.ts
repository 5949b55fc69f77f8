/** A file of one customer, which nothing in between keeps. `disposition`: Content-Disposition (RFC 6266). */
export function privateFile(
  content: string | Uint8Array<ArrayBuffer>,
  type: string,
  disposition: string,
): Response {
  return new Response(content, {
    headers: {
      'content-type': type,
      'content-disposition': disposition,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'",
      'referrer-policy': 'no-referrer',
    },
  });
}
