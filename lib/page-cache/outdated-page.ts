import type { Language } from '../locale/languages';
import { refusalTranslator } from '../locale/refusal-messages';
import { KeptPage } from './kept-page';
import type { FoundPage } from './page-cache';

/** The last version with a sentence about its age, by page; made again for another sentence. */
const latest = new WeakMap<KeptPage, { readonly sentence: string; readonly page: KeptPage }>();

/** The page with a sentence at its top that says how old it is, and why. */
export function outdatedPage({ page, ageSeconds, state }: FoundPage, language: Language): KeptPage {
  const minutes = Math.max(1, Math.round(ageSeconds / 60));
  const sentence = refusalTranslator(language)(state === 'late' ? 'pageLate' : 'pageAge', { minutes });
  const known = latest.get(page);
  if (known?.sentence === sentence) return known.page;
  const notice = `<aside role="status" class="outdated-notice">${sentence}</aside>`;
  const html = page.bytes.toString().replace(/<body\b[^<>]*>/, (body) => body + notice);
  const made = new KeptPage(page.status, page.headers, Buffer.from(html), {
    madeAt: page.currentAt,
    reads: [],
  });
  latest.set(page, { sentence, page: made });
  return made;
}
