import { describe, expect, it } from 'vitest';
import { languages } from '@/lib/locale/languages';
import { messages } from '@/lib/locale/messages';
import type { StaffRole } from '@/lib/runtime/staff-roles';
import type { StaffAccount } from '@/lib/shop/data/staff-account-store';
import { htmlOf, textOf } from '@/testing/storefront/text-of';
import type { InviteState } from './invite-form';
import type { PersonState } from './person-forms';
import { People } from './people';

const hostile = '<img src=x onerror=alert(1)>';
const ada: StaffAccount = {
  id: 'ada',
  email: 'ada@shop.example',
  name: 'Ada',
  role: 'admin',
  catalogs: null,
  joinedAt: new Date('2030-01-01T09:00:00Z'),
  isInvited: false,
  isUndelivered: false,
};
const act = () => Promise.resolve();
const invite = (state: InviteState) => Promise.resolve(state);
const change = (state: PersonState) => Promise.resolve(state);
const catalogs = [
  { id: 'boats', name: 'Boats' },
  { id: 'museum', name: 'Museum' },
];
const people = (list: readonly StaffAccount[], changed: string | null = null) => (
  <People
    people={list}
    catalogs={catalogs}
    changed={changed}
    actions={{ invite, inviteAgain: act, change, remove: act }}
  />
);

describe('the people of the team', () => {
  it('are listed with role and state, their names as text', () => {
    const invited = { ...ada, id: 'ben', name: hostile, role: 'agent', joinedAt: null, isInvited: true };
    const ended = { ...invited, id: 'eve', isInvited: false };
    const both = { ...ada, id: 'dan', isInvited: true };
    const lost = { ...invited, id: 'lou', isUndelivered: true };
    const html = htmlOf(people([ada, invited, ended, both, lost]));
    for (const text of [
      'has access<',
      'invited<',
      'invitation ended<',
      'has access, invited<',
      'e-mail not delivered<',
    ])
      expect(html).toContain(text);
    expect(html).toContain('&lt;img src=x');
    expect(html).not.toContain('<img');
    expect(html).toContain('href="/en/staff/team?change=ben#change"');
    expect(html).not.toContain('name="confirmed"');
  });

  it('can be changed, invited again and removed, after a tick', () => {
    const html = htmlOf(people([ada], 'ada'));
    expect(html.match(/name="id" value="ada"/g)).toHaveLength(3);
    expect(html).toMatch(/<input[^>]*required=""[^>]*name="confirmed"/);
    expect(html).toContain('If the passkey is lost');
    expect(htmlOf(people([{ ...ada, joinedAt: null }], 'ada'))).not.toContain('If the passkey is lost');
    // Somebody who was removed meanwhile, or whom the address makes up.
    expect(htmlOf(people([ada], 'nobody'))).not.toContain('name="confirmed"');
  });

  it('work with all catalogues or with some, also with one that is not known any more', () => {
    const ben = { ...ada, id: 'ben', role: 'agent', catalogs: ['museum', 'gone'] };
    expect(textOf(people([ada, ben]))).toMatch(/All catalogues.* Museum, gone /);
    const html = htmlOf(people([ben], 'ben'));
    const ticked = [...html.matchAll(/<input[^>]*checked=""[^>]*>/g)].map(
      ([input]) => /value="([^"]*)"/.exec(input)?.[1],
    );
    expect(ticked).toEqual(['some', 'museum', 'gone', 'all']);
    expect(html).toMatch(/<input(?=[^>]*name="name")[^>]*value="Ada"/);
  });

  it.each(languages)('have roles that each have a name (%s)', (language) => {
    const { roles } = messages[language].staff.team.people;
    const known = { reader: true, agent: true, door: true, admin: true } satisfies Record<StaffRole, true>;
    expect(Object.keys(roles)).toEqual(Object.keys(known));
    const text = textOf(people([ada]), language);
    for (const name of Object.values(roles)) expect(text).toContain(name.replaceAll(/\s+/gu, ' '));
  });

  it('have a role of a newer release as it is stored', () => {
    expect(textOf(people([{ ...ada, role: 'auditor' }]))).toContain('auditor');
  });
});
