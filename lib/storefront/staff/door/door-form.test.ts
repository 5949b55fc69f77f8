import { describe, expect, it } from 'vitest';
import { doorSettings, settingsEntries, settingsOfForm } from './door-form';

const [one, other] = ['01970000-0000-7000-8000-000000000001', '01970000-0000-7000-8000-00000000000A'];

describe('the settings of an entrance', () => {
  it('come from the address, and lead to the same address and form again', () => {
    const settings = doorSettings({
      entrance: ' North gate ',
      visit: [`session:${one}`, `event:${other}`],
      date: '2027-06-01',
    });
    expect(settings).toEqual({
      entrance: 'North gate',
      sessions: [one],
      events: [other.toLowerCase()],
      date: '2027-06-01',
    });
    const form = new FormData();
    if (settings !== null) for (const [name, value] of settingsEntries(settings)) form.append(name, value);
    expect(settingsOfForm(form)).toEqual(settings);
  });

  it('need an entrance', () => {
    for (const entrance of [undefined, '', '  ', 'x'.repeat(101)])
      expect(doorSettings({ visit: 'all', ...(entrance === undefined ? {} : { entrance }) })).toBeNull();
  });

  it('need what is admitted: sessions, or everything if that was chosen', () => {
    expect(doorSettings({ entrance: 'a' })).toBeNull();
    expect(doorSettings({ entrance: 'a', visit: ['session:1', `other:${one}`] })).toBeNull();
    const everything = doorSettings({ entrance: 'a', visit: [`session:${one}`, 'all'] });
    expect(everything).toEqual({ entrance: 'a', sessions: [], events: [], date: undefined });
    expect(everything === null ? [] : settingsEntries(everything)).toEqual([
      ['entrance', 'a'],
      ['visit', 'all'],
    ]);
  });

  it('leave out what is malformed', () => {
    const visit = [`event:${one}`, 'session:1', one, `other:${one}`, `session:${one}'--`];
    expect(doorSettings({ entrance: 'a', visit, date: '2027-02-30' })).toEqual({
      entrance: 'a',
      sessions: [],
      events: [one],
      date: undefined,
    });
  });
});
