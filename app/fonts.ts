import localFont from 'next/font/local';

// Latin only: it covers our six languages. Until they are loaded, the fallbacks of font-fallbacks.css are shown. The names
// of these constants become the names of the fonts: `sans` would also name a font of the system.

// Without the axis of optical sizes, which is as large as the rest of the font.
const bricolage = localFont({
  src: '../node_modules/@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
  weight: '200 800',
  variable: '--font-sans',
  display: 'swap',
  adjustFontFallback: false,
});

// The typeface of long texts, whose lines must not move: if it is late, the next page has it. Only the regular weight is
// needed on every page.
const sourceSerif = localFont({
  src: '../node_modules/@fontsource/source-serif-4/files/source-serif-4-latin-400-normal.woff2',
  weight: '400',
  variable: '--font-serif',
  display: 'optional',
  adjustFontFallback: false,
});

// Fetched only by pages whose text has italics or bold words.
const sourceSerifStyles = localFont({
  src: [
    {
      path: '../node_modules/@fontsource/source-serif-4/files/source-serif-4-latin-400-italic.woff2',
      weight: '400',
      style: 'italic',
    },
    {
      path: '../node_modules/@fontsource/source-serif-4/files/source-serif-4-latin-700-normal.woff2',
      weight: '700',
    },
    {
      path: '../node_modules/@fontsource/source-serif-4/files/source-serif-4-latin-700-italic.woff2',
      weight: '700',
      style: 'italic',
    },
  ],
  variable: '--font-serif-styles',
  display: 'optional',
  preload: false,
  adjustFontFallback: false,
});

export const fontVariables = [bricolage, sourceSerif, sourceSerifStyles]
  .map((font) => font.variable)
  .join(' ');
