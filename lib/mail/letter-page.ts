/** What a letter is made of. */
export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'small'; text: string }
  | { kind: 'link'; text: string; url: string }
  | { kind: 'table'; rows: readonly TableRow[] };

export interface TableRow {
  title: string;
  details: readonly string[];
  value: string;
  strong?: boolean;
}

const ink = '#1d1a16';
const faint = '#655d51';
const rule = '#d8cfbf';
const paper = '#faf6ee';
const sans = "'Bricolage Grotesque', 'Helvetica Neue', Arial, sans-serif";
const serif = "'Source Serif 4', Georgia, serif";

/** The letter in HTML. Styles stand on the elements: mail programs drop style sheets. */
export function page(heading: string, blocks: readonly Block[], language: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(heading)}</title>
</head>
<body style="margin:0;background:${paper};color:${ink};font-family:${serif};font-size:17px;line-height:1.5">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:left"><tr><td>
<p style="margin:0 0 24px;padding-bottom:12px;border-bottom:2px solid ${ink};font-family:${sans};font-weight:700">Programme</p>
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
      return `<p style="margin:0 0 16px">${escapeHtml(block.text)}</p>`;
    case 'small':
      return `<p style="margin:0 0 8px;color:${faint};font-size:14px">${escapeHtml(block.text)}</p>`;
    case 'link':
      return `<p style="margin:24px 0"><a href="${escapeHtml(block.url)}" style="display:inline-block;padding:14px 24px;background:${ink};color:${paper};font-family:${sans};font-weight:700;text-decoration:none">${escapeHtml(block.text)}</a></p>`;
    case 'table':
      return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 16px;border-collapse:collapse">
${block.rows.map(rowAsHtml).join('\n')}
</table>`;
  }
}

function rowAsHtml({ title, details, value, strong }: TableRow): string {
  const weight = strong === true ? 'font-weight:700' : '';
  const cell = `padding:12px 0;border-top:1px solid ${rule};font-family:${sans};vertical-align:top;${weight}`;
  const below = details.map(
    (detail) =>
      `<br><span style="color:${faint};font-size:15px;font-weight:400">${escapeHtml(detail)}</span>`,
  );
  return `<tr><th scope="row" align="left" style="${cell};font-weight:${strong === true ? 700 : 600}">${escapeHtml(title)}${below.join('')}</th><td align="right" style="${cell};white-space:nowrap">${escapeHtml(value)}</td></tr>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
