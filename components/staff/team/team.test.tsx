import { expect, it } from 'vitest';
import { languages } from '@/lib/locale/languages';
import { messages } from '@/lib/locale/messages';
import type { TeamPage } from '@/lib/storefront/staff/team/sign-ins';
import { htmlOf, textOf } from '@/testing/storefront/text-of';
import type { InviteState } from './invite-form';
import type { PersonState } from './person-forms';
import { Team } from './team';

const at = new Date('2030-01-01T09:00:00Z');
const place = { browser: 'Firefox, Linux', network: '192.0.2.0/24', createdAt: at, seenAt: at };
const ada = { staff: 'ada', name: 'Ada', ...place };
const own = [
  { ...ada, id: 'this', isThis: true },
  { ...ada, id: 'phone', browser: null, network: null, isThis: false },
];
const others = [{ ...place, staff: 'ben', name: '<img src=x onerror=alert(1)>', id: 'door' }];
const act = () => Promise.resolve();
const invite = (state: InviteState) => Promise.resolve(state);
const change = (state: PersonState) => Promise.resolve(state);
const team = (
  page: Omit<TeamPage, 'people' | 'catalogs' | 'hasProvider'> & Partial<TeamPage>,
  ended: number | null = null,
) => (
  <Team
    page={{ people: null, catalogs: [], hasProvider: true, ...page }}
    told={{ ended, saved: null, problem: null }}
    actions={{ endSignIn: act, endOtherSignIns: act, endSignInOfOther: act }}
    people={{ invite, inviteAgain: act, change, remove: act }}
    changed={null}
  />
);

it('one’s own sign-ins can be ended, except the one in use', () => {
  const html = htmlOf(team({ own, others: null }));
  expect(html).toContain('Firefox, Linux (this one)');
  expect(html).toContain('value="phone"');
  expect(html).not.toContain('value="this"');
  expect(html).toContain('aria-label="End the sign-in of Ada: unknown"');
  expect(html).toContain('End all others');
  expect(html).not.toContain('Sign-ins of others');
  expect(htmlOf(team({ own: own.slice(0, 1), others: null }))).not.toContain('End all others');
});

it('who may see it sees where others are signed in, with their names as text', () => {
  const html = htmlOf(team({ own, others }));
  expect(html).toContain('&lt;img src=x');
  expect(html).not.toContain('<img');
  expect(html).toContain('value="door"');
});

it.each(languages)('it says what was ended, and that nobody else is signed in (%s)', (language) => {
  const { signIns } = messages[language].staff.team;
  expect(textOf(team({ own, others: [] }), language)).toContain(signIns.none);
  const texts = [0, 1, 2].map((count) => textOf(team({ own, others: null }, count), language));
  expect(new Set(texts).size).toBe(3);
});

it('names an identity provider only where there is one', () => {
  expect(textOf(team({ own, others: null }))).toContain('at the identity provider');
  expect(textOf(team({ own, others: null, hasProvider: false }))).not.toContain('identity provider');
});
