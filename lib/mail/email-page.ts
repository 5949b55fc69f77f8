import { escapeHtml } from '../contract/plain-text';

export type Block =
  | { kind: 'paragraph'; text: string }
  /** What somebody else has written. */
  | { kind: 'quote'; lines: readonly string[] }
  | { kind: 'small'; text: string }
  /** A code that the customer types on a page. */
  | { kind: 'code'; text: string }
  | { kind: 'link'; text: string; url: string }
  | { kind: 'table'; rows: readonly TableRow[] };

/** A line below a title. */
export type Detail = string | { readonly bold: string };

export const detailText = (detail: Detail): string => (typeof detail === 'string' ? detail : detail.bold);

export interface TableRow {
  title: string;
  details: readonly Detail[];
  value: string;
  strong?: boolean;
}

const ink = '#1d1a16';
const faint = '#655d51';
const rule = '#d8cfbf';
const paper = '#faf6ee';
const sans = "'Bricolage Grotesque', 'Helvetica Neue', Arial, sans-serif";
const serif = "'Source Serif 4', Georgia, serif";

// Two colour schemes, light and dark. The dark one has only the differences: a mail program that ignores it shows
// the light one.
const dark = `@media (prefers-color-scheme: dark) {
.paper { background: #17120f !important; color: #ede5d9 !important; }
.ink { border-color: #ede5d9 !important; }
.faint { color: #b7ada0 !important; }
.rule { border-color: #3d352d !important; }
.button { background: #ede5d9 !important; color: #17120f !important; }
}`;

/** The e-mail in HTML. Styles are on the elements, because mail programs remove style sheets. */
export function page(
  heading: string,
  blocks: readonly Block[],
  { shop, language }: { shop: string; language: string },
): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(heading)}</title>
<style>
${dark}
</style>
</head>
<body class="paper" style="margin:0;background:${paper};color:${ink};font-family:${serif};font-size:17px;line-height:1.5">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:${paper};color:${ink}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:left"><tr><td>
<p class="ink" style="margin:0 0 24px;padding-bottom:12px;border-bottom:2px solid ${ink};font-family:${sans};font-weight:700">${escapeHtml(shop)}</p>
<h1 style="margin:0 0 16px;font-family:${sans};font-size:32px;line-height:1.1;letter-spacing:-0.01em">${escapeHtml(heading)}</h1>
${blocks.map(asHtml).join('\n')}
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}

function asHtml(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p style="margin:0 0 16px">${escapeHtml(block.text).replaceAll('\n', '<br>')}</p>`;
    case 'quote':
      return `<blockquote class="ink" style="margin:0 0 16px;padding:4px 0 4px 16px;border-left:4px solid ${ink};overflow-wrap:anywhere">${block.lines.map(escapeHtml).join('<br>')}</blockquote>`;
    case 'small':
      return `<p class="faint" style="margin:0 0 8px;color:${faint};font-size:14px">${escapeHtml(block.text)}</p>`;
    case 'code':
      return `<p class="rule" style="margin:24px 0;padding:16px 0;border:1px solid ${rule};border-width:1px 0;font-family:${sans};font-size:36px;line-height:1.2;font-weight:700;letter-spacing:0.06em;font-variant-numeric:tabular-nums;white-space:nowrap">${escapeHtml(block.text)}</p>`;
    case 'link':
      return `<p style="margin:24px 0"><a class="button" href="${escapeHtml(block.url)}" style="display:inline-block;padding:14px 24px;background:${ink};color:${paper};font-family:${sans};font-weight:700;text-decoration:none">${escapeHtml(block.text)}</a></p>`;
    case 'table':
      return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 16px;border-collapse:collapse">
${block.rows.map(rowAsHtml).join('\n')}
</table>`;
  }
}

function rowAsHtml({ title, details, value, strong }: TableRow): string {
  const weight = strong === true ? 700 : 400;
  const cell = `padding:12px 0;border-top:1px solid ${rule};font-family:${sans};vertical-align:top`;
  const below = details.map((detail) =>
    typeof detail === 'string'
      ? `<br><span class="faint" style="color:${faint};font-size:15px;font-weight:400">${escapeHtml(detail)}</span>`
      : `<br><strong style="font-weight:700">${escapeHtml(detail.bold)}</strong>`,
  );
  return `<tr><th scope="row" align="left" class="rule" style="${cell};font-weight:${Math.max(600, weight)};overflow-wrap:anywhere">${escapeHtml(title)}${below.join('')}</th><td align="right" class="rule" style="${cell};padding-left:16px;font-weight:${weight};white-space:nowrap">${escapeHtml(value)}</td></tr>`;
}
