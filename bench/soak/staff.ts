import { demoPeople } from '../../demo/identity/people';
import { type Browser, expectShown, openBrowser, type Shown } from './browser';
import { type Form, formWith, neededForm } from './page';
import { oneOf } from './random';
import type { Soak } from './soak';

const lookUps = ['@example.test', 'Łukasz-Nuñez', 'ABC-DEF-GHJ'];

/** One session of staff: they sign in at the identity provider, look orders up, and sign out. */
export function staff({ shopUrl, tally, signal, customers }: Soak): () => Promise<void> {
  const [person] = demoPeople;
  return async () => {
    const browser = openBrowser(shopUrl, tally, signal);
    let shown = await signIn(browser, person?.email ?? '', person?.password ?? '');
    tally.did('staff', 'sign-ins');
    for (const query of [...lookUps, ...customers]) {
      shown = await browser.submit(shown, searchForm(shown), { q: query });
      expectShown(shown, shown.status === 200, 'what was found');
      tally.did('staff', 'look-ups');
      const order = shown.links.find((link) => /^\/en\/staff\/orders\/[0-9a-f-]{36}/.test(link));
      if (order === undefined) continue;
      const opened = await browser.open(order);
      expectShown(opened, opened.status === 200 && opened.url.includes('/staff/orders/'), 'an order');
      tally.did('staff', 'orders opened');
    }
    const form = oneOf(
      shown.forms.filter(({ method }) => method === 'post'),
      'form to sign out',
    );
    const after = await browser.submit(shown, form);
    expectShown(after, after.status === 200 && formWith(after, ['q']) === undefined, 'the sign-in');
    tally.did('staff', 'sign-outs');
  };
}

function searchForm(shown: Shown): Form {
  return neededForm(shown, ['q'], 'there is no form to look an order up');
}

export async function signIn(browser: Browser, email: string, password: string): Promise<Shown> {
  const front = await browser.open('/en/staff');
  const begin = neededForm(front, ['back'], 'there is no form to sign in');
  const asked = await browser.submit(front, begin);
  const form = neededForm(asked, ['email', 'password'], 'the identity provider shows no form');
  const shown = await browser.submit(asked, form, { email, password });
  expectShown(shown, formWith(shown, ['q']) !== undefined, 'the staff page');
  return shown;
}
