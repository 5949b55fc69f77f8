import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { languages } from '../../../locale/languages';
import { shopTexts } from '../../../locale/paths';
import { shopLinks, shopText } from './shop-texts';

let folder: string;

function write(language: string, name: string, text: string): string {
  mkdirSync(join(folder, language), { recursive: true });
  const file = join(folder, language, `${name}.md`);
  writeFileSync(file, text);
  return file;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'texts-'));
  vi.stubEnv('SHOP_TEXTS_DIR', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

describe('the texts of the operator', () => {
  it('are pages with a title, made safe', () => {
    const source =
      '# Terms & more\n\nWrite to <b>us</b>.\n\n- [One](https://shop.example)\n\n<script>alert(1)</script>';
    write('en', 'terms', `${source}\n\n[evil](javascript:alert(1)) ![](https://elsewhere.example/a.png)`);
    const text = shopText('en', 'terms');
    expect(text).toMatchObject({ title: 'Terms & more', lang: undefined });
    expect(text?.sanitizedHtml).toContain('<a href="https://shop.example" rel="nofollow noopener">One</a>');
    expect(text?.sanitizedHtml).not.toMatch(/script|<img|Terms/);
    expect(shopLinks('fr')).toEqual([{ name: 'terms', href: '/fr/about/terms' }]);
  });

  it('are shown in another language, which is named, where one is missing', () => {
    write('de', 'privacy', '# Datenschutz\n\nText.');
    expect(shopText('fr', 'privacy')).toMatchObject({ title: 'Datenschutz', lang: 'de' });
    write('en', 'privacy', '# Privacy\n\nText.');
    expect(shopText('fr', 'privacy')).toMatchObject({ title: 'Privacy', lang: 'en' });
    expect(shopText('fr', 'terms')).toBeNull();
  });

  it('are read again when their file has changed', () => {
    const file = write('en', 'seller', '# Before\n\nText.');
    expect(shopText('en', 'seller')?.title).toBe('Before');
    write('en', 'seller', '# After\n\nText.');
    utimesSync(file, 1, 1);
    expect(shopText('en', 'seller')?.title).toBe('After');
  });

  it('are missing without a folder', () => {
    vi.stubEnv('SHOP_TEXTS_DIR', '');
    expect([shopText('en', 'terms'), shopLinks('en')]).toEqual([null, []]);
  });
});

it('the demo has every text in every language', () => {
  vi.stubEnv('SHOP_TEXTS_DIR', 'demo/texts');
  for (const language of languages) {
    for (const name of shopTexts) {
      const text = shopText(language, name);
      expect(text?.lang, `${language} ${name}`).toBeUndefined();
      expect(text?.title).not.toBe('');
    }
  }
});
