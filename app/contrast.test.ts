import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { accents } from '@/lib/contract/accent';
import { previewAccents, previewInks } from '@/lib/storefront/shop/image/draw-preview';

/**
 * Checks the colours in globals.css against WCAG 2.2: 4.5 to 1 for text (1.4.3), 3 to 1 for the borders of
 * controls and for what shows a state (1.4.11).
 */
const css = readFileSync(new URL('globals.css', import.meta.url), 'utf8');
const darkStart = css.indexOf('@media (prefers-color-scheme: dark)');
const darkEnd = css.indexOf('@layer base');

type Tokens = ReadonlyMap<string, string>;

function tokensOf(text: string, selector: string): Tokens {
  const start = text.indexOf(`${selector} {`);
  const block = text.slice(start, text.indexOf('}', start));
  return new Map(
    [...block.matchAll(/--([a-z-]+):\s*(oklch\([^)]+\))/g)].map((match) => [match[1] ?? '', match[2] ?? '']),
  );
}

/** OKLCH → linear sRGB (Björn Ottosson). Colours outside of sRGB are clipped. */
function linear(colour: string): [red: number, green: number, blue: number] {
  const [lightness = 0, chroma = 0, hue = 0] = (/oklch\(([^)]+)\)/.exec(colour)?.[1] ?? '')
    .split(' ')
    .map(Number);
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  return [
    clip(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    clip(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    clip(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ];
}

/** Relative luminance (WCAG). */
function luminance(colour: string): number {
  const [red, green, blue] = linear(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** As in `#ca2f0c`. */
function hex(colour: string | undefined): string {
  const encoded = linear(colour ?? '').map((value) => {
    const part = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
    return Math.round(part * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${encoded.join('')}`;
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const text: [foreground: string, background: string][] = [
  ['ink', 'paper'],
  ['ink', 'paper-deep'],
  ['ink', 'accent-soft'],
  ['ink', 'bad-soft'],
  ['ink-soft', 'paper'],
  ['ink-soft', 'paper-deep'],
  ['paper', 'ink'],
  ['bad', 'paper'],
  ['bad', 'bad-soft'],
  ['on-accent', 'accent'],
  ['accent', 'paper'],
  ['on-amber', 'amber'],
];

const shapes: [foreground: string, background: string][] = [
  ['edge', 'paper'],
  ['edge', 'paper-deep'],
  ['edge', 'accent-soft'],
  ['accent', 'paper-deep'],
  ['accent', 'accent-soft'],
  ['bad', 'paper-deep'],
];

// The price zones of a plan of seats.
const zones = ['zone-a', 'zone-b', 'zone-c', 'zone-d', 'zone-e'];

const themes = { light: css.slice(0, darkStart), dark: css.slice(darkStart, darkEnd) };

describe.each(Object.entries(themes))('%s', (_, theme) => {
  const root = tokensOf(theme, ':root');

  it.each(['the shop’s own', ...accents])('%s ink has enough contrast', (accent) => {
    const own = accent === 'the shop’s own' ? root : tokensOf(theme, `[data-accent='${accent}']`);
    const colour = (name: string) => {
      const value = (name.includes('accent') ? own.get(name) : undefined) ?? root.get(name);
      if (value === undefined) throw new Error(`no colour --${name}`);
      return value;
    };
    for (const [foreground, background] of text) {
      expect(
        contrast(colour(foreground), colour(background)),
        `${foreground} on ${background}`,
      ).toBeGreaterThan(4.5);
    }
    for (const [foreground, background] of shapes) {
      expect(
        contrast(colour(foreground), colour(background)),
        `${foreground} on ${background}`,
      ).toBeGreaterThan(3);
    }
  });

  it('every price zone has a colour of its own, with enough contrast', () => {
    const colours = zones.map((name) => root.get(name) ?? '');
    expect(new Set(colours).size).toBe(zones.length);
    for (const ground of ['paper', 'paper-deep'])
      for (const [index, colour] of colours.entries())
        expect(contrast(colour, root.get(ground) ?? ''), `${zones[index]} on ${ground}`).toBeGreaterThan(3);
  });

  it('every accent has a colour of its own', () => {
    const inks = accents.map((accent) => tokensOf(theme, `[data-accent='${accent}']`).get('accent'));
    expect(new Set(inks).size).toBe(accents.length);
  });
});

it('the pictures of links have the colours of the light theme', () => {
  const root = tokensOf(themes.light, ':root');
  expect(previewInks).toEqual({ onAccent: hex(root.get('on-accent')), ink: hex(root.get('ink')) });
  for (const accent of accents) {
    const own = tokensOf(themes.light, `[data-accent='${accent}']`);
    expect(previewAccents[accent]).toEqual({
      accent: hex(own.get('accent')),
      soft: hex(own.get('accent-soft')),
    });
  }
});

describe('contrast', () => {
  it('is calculated correctly', () => {
    expect(contrast('oklch(1 0 0)', 'oklch(0 0 0)')).toBeCloseTo(21, 1);
    // #777777 on white is 4.48: just below the limit.
    expect(contrast('oklch(0.5693 0 0)', 'oklch(1 0 0)')).toBeCloseTo(4.48, 1);
  });
});
