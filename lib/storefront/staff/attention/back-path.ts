import type { Language } from '../../../locale/languages';
import { paths } from '../../../locale/paths';

/** After signing in or out: only one of our staff pages, because a form or link can contain any URL. */
export function staffBackPath(asked: unknown, language: Language): string {
  const home = paths.staff(language);
  if (typeof asked !== 'string' || !/^\/[a-z]{2}\/staff(?:$|[/?])/.test(asked)) return home;
  // Resolved as a browser does it: "..", backslashes and line breaks can lead to other sites.
  const base = 'https://shop.invalid';
  const { origin, pathname, search } = new URL(asked, base);
  return origin === base && /^\/[a-z]{2}\/staff(?:$|\/)/.test(pathname) ? `${pathname}${search}` : home;
}
