import type { Config } from 'tailwindcss';

const variable = (name: string) => `var(--${name})`;

/**
 * The shop's design: a printed programme. Here are only names; the colours for light, dark and each catalogue's
 * accent are in app/globals.css, and app/contrast.test.ts checks their contrast against WCAG.
 */
const config: Config = {
  theme: {
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      paper: variable('paper'),
      'paper-deep': variable('paper-deep'),
      ink: variable('ink'),
      'ink-soft': variable('ink-soft'),
      rule: variable('rule'),
      edge: variable('edge'),
      accent: variable('accent'),
      'accent-soft': variable('accent-soft'),
      'on-accent': variable('on-accent'),
      bad: variable('bad'),
      'bad-soft': variable('bad-soft'),
      amber: variable('amber'),
      'on-amber': variable('on-amber'),
      'zone-a': variable('zone-a'),
      'zone-b': variable('zone-b'),
      'zone-c': variable('zone-c'),
      'zone-d': variable('zone-d'),
      'zone-e': variable('zone-e'),
    },
    fontFamily: {
      sans: ['var(--font-sans)', 'var(--fallback-sans)'],
      serif: ['var(--font-serif)', 'var(--fallback-serif)'],
    },
    fontSize: {
      micro: ['0.75rem', { lineHeight: '1rem' }],
      small: ['0.875rem', { lineHeight: '1.25rem' }],
      base: ['1.0625rem', { lineHeight: '1.5rem' }],
      reading: ['1.125rem', { lineHeight: '1.75rem' }],
      lead: ['clamp(1.1875rem, 1.05rem + 0.6vw, 1.375rem)', { lineHeight: '1.45' }],
      page: ['1.875rem', { lineHeight: '2.125rem', letterSpacing: '-0.015em' }],
      heading: ['1.625rem', { lineHeight: '1.875rem', letterSpacing: '-0.01em' }],
      title: ['clamp(2.25rem, 1.4rem + 3.8vw, 4rem)', { lineHeight: '1.02', letterSpacing: '-0.02em' }],
      display: ['clamp(3.25rem, 1.2rem + 9.4vw, 8.5rem)', { lineHeight: '0.92', letterSpacing: '-0.03em' }],
    },
    borderRadius: { none: '0', DEFAULT: '2px', full: '9999px' },
    boxShadow: {},
    screens: {
      sm: '40rem',
      md: '52rem',
      lg: '64rem',
      // Where a page is enlarged a few times there is little height, and bars that stay in place would cover most of it.
      tall: { raw: '(min-height: 30rem)' },
    },
    extend: {
      maxWidth: { content: '70rem', wide: '84rem', text: '70ch' },
      minHeight: { target: '2.75rem' },
      minWidth: { target: '2.75rem' },
      transitionDuration: { DEFAULT: '150ms' },
    },
  },
};

export default config;
