import localFont from 'next/font/local';

// Latin only: it covers our six languages. The fallback fonts are scaled to the same size, so that the
// layout does not shift.
const sans = localFont({
  src: '../node_modules/@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-opsz-normal.woff2',
  weight: '200 800',
  variable: '--font-sans',
  display: 'swap',
  adjustFontFallback: 'Arial',
});

const serif = localFont({
  src: '../node_modules/@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2',
  weight: '200 900',
  variable: '--font-serif',
  display: 'swap',
  adjustFontFallback: 'Times New Roman',
});

// Fetched only by pages whose text has italics.
const serifItalic = localFont({
  src: '../node_modules/@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-italic.woff2',
  weight: '200 900',
  style: 'italic',
  variable: '--font-serif-italic',
  display: 'swap',
  preload: false,
  adjustFontFallback: 'Times New Roman',
});

export const fontVariables = [sans, serif, serifItalic].map((font) => font.variable).join(' ');
