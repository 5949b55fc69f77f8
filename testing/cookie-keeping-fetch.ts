/** A fetch that keeps cookies like a browser, by name and path, and follows no redirect itself. */
export function cookieKeepingFetch(): (url: string, init?: RequestInit) => Promise<Response> {
  const jar = new Map<string, { name: string; value: string; path: string }>();
  return async (url, init = {}) => {
    const { pathname } = new URL(url);
    const cookies = [...jar.values()].filter(({ path }) => pathname.startsWith(path));
    const headers = new Headers(init.headers);
    if (cookies.length > 0) headers.set('cookie', cookies.map((c) => `${c.name}=${c.value}`).join('; '));
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) keep(jar, line);
    return response;
  };
}

function keep(jar: Map<string, { name: string; value: string; path: string }>, line: string): void {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  const [name = '', value = ''] = pair.split('=', 2);
  const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/';
  if (value === '') jar.delete(`${name} ${path}`);
  else jar.set(`${name} ${path}`, { name, value, path });
}
