import { fitLettering, lineHeight, type Box } from './lettering';
import type { Shape } from './shapes';

export const posterWidth = 1200;
export const posterHeight = 800;

/** Three colours, from which everything of one issuer is printed. */
export interface Palette {
  readonly dark: string;
  readonly light: string;
  readonly accent: string;
}

export interface Poster {
  /** The name that is drawn, in the catalogue's language. */
  readonly title: string;
  readonly language: string;
  readonly ground: string;
  readonly ink: string;
  /** The room kept free for the name. */
  readonly box: Box;
  readonly largestLetters: number;
  readonly centred?: true;
  readonly shapes: readonly Shape[];
  /** What is to be seen, for those who do not see it. */
  readonly alternative: { readonly en: string; readonly fr: string };
}

const faces = "Futura,'Avenir Next','Century Gothic','Helvetica Neue',Arial,'Liberation Sans',sans-serif";

export function renderPoster(poster: Poster): string {
  const { title, language, ground, ink, box } = poster;
  const { size, lines } = fitLettering(title, box, poster.largestLetters);
  const x = poster.centred ? box.x + box.width / 2 : box.x;
  const words = lines.map((text, index) => {
    // Capitals reach about 0.74 of the size above the base line, so the first line touches the top of its box.
    const y = Math.round(box.y + size * (0.74 + index * lineHeight));
    return `<tspan x="${x}" y="${y}">${escapeXml(text)}</tspan>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${posterWidth} ${posterHeight}"`,
    ` width="${posterWidth}" height="${posterHeight}" role="img" xml:lang="${language}">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="${posterWidth}" height="${posterHeight}" fill="${ground}"/>`,
    ...poster.shapes,
    `<text fill="${ink}" font-family="${faces}" font-size="${size}" font-weight="700"`,
    ` letter-spacing="${-size / 50}" text-anchor="${poster.centred ? 'middle' : 'start'}">${words.join('')}</text>`,
    '</svg>',
  ].join('');
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
