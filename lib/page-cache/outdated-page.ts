import type { Language } from '../locale/languages';
import { refusalTranslator } from '../locale/refusal-messages';
import { KeptPage } from './kept-page';
import type { FoundPage } from './page-cache';

/** The last version with a sentence about its age, by page; made again when the age has another number of minutes. */
const latest = new WeakMap<KeptPage, { readonly minutes: number; readonly page: KeptPage }>();

/** The page with a sentence at its top that says how old it is. */
export function outdatedPage({ page, ageSeconds }: FoundPage, language: Language): KeptPage {
  const minutes = Math.max(1, Math.round(ageSeconds / 60));
  const known = latest.get(page);
  if (known?.minutes === minutes) return known.page;
  const sentence = refusalTranslator(language)('pageAge', { minutes });
  const notice = `<aside role="status" class="outdated-notice">${sentence}</aside>`;
  const html = page.bytes.toString().replace(/<body\b[^>]*>/, (body) => body + notice);
  const made = new KeptPage(page.status, page.headers, Buffer.from(html), {
    madeAt: page.currentAt,
    reads: [],
  });
  latest.set(page, { minutes, page: made });
  return made;
}
