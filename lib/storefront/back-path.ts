import type { Language } from '../locale/languages';
import { paths } from '../locale/paths';

/** Where to go after signing in or out: only to a staff page of ours, since a form or link can say anything. */
export function staffBackPath(asked: unknown, language: Language): string {
  const home = paths.staff(language);
  if (typeof asked !== 'string' || !/^\/[a-z]{2}\/staff(?:$|[/?])/.test(asked)) return home;
  // Resolved as a browser would: "..", backslashes and line breaks lead elsewhere.
  const base = 'https://shop.invalid';
  const { origin, pathname, search } = new URL(asked, base);
  return origin === base && /^\/[a-z]{2}\/staff(?:$|\/)/.test(pathname) ? `${pathname}${search}` : home;
}
