/** What an issuer wrote. The HTML has to be sanitized already: lib/storefront does so as it reads. */
export function Prose({ sanitizedHtml, lang }: { sanitizedHtml: string; lang?: string | undefined }) {
  if (sanitizedHtml === '') return null;
  return <div className="prose" lang={lang} dangerouslySetInnerHTML={{ __html: sanitizedHtml }} />;
}
