/** A calendar file. `fileName`: letters, digits and hyphens, so that nothing has to be quoted (RFC 6266 §4.3). */
export function calendarResponse({ file, fileName }: { file: string; fileName: string }): Response {
  return new Response(file, {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      // Inline, because a phone then offers to add it; what has no calendar stores it under this name.
      'content-disposition': `inline; filename="${fileName}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'",
      'referrer-policy': 'no-referrer',
    },
  });
}
