import { describe, expect, it } from 'vitest';
import { sortVisitors } from './sort-visitors';

const visitor = (name: string | null, group: string, buyer = name, id = `${name ?? ''} ${group}`) => {
  const asName = (text: string | null) => {
    if (text === null) return null;
    const [firstname = '', lastname = ''] = text.split(' ');
    return { firstname, lastname };
  };
  return { id, group, name: asName(name), buyer: asName(buyer) };
};
const order = (visitors: ReturnType<typeof visitor>[], language: 'de' | 'es' | 'nl' = 'de') =>
  sortVisitors(visitors, language).map(({ name }) =>
    name === null ? null : `${name.firstname} ${name.lastname}`,
  );

describe('a list of visitors', () => {
  it('is sorted by last name, then by first name, as people read names', () => {
    const names = [
      'Zoë Ångström',
      'Bo Zimmer',
      'anna müller',
      'Anna Muller',
      'Jan O’Neill',
      'Jan Oneill',
      'A Ähre',
    ];
    expect(order(names.map((name, index) => visitor(name, String(index))))).toEqual([
      'A Ähre',
      'Zoë Ångström',
      'anna müller',
      'Anna Muller',
      'Jan O’Neill',
      'Jan Oneill',
      'Bo Zimmer',
    ]);
  });

  it('has what was booked together under the name of the buyer', () => {
    expect(
      order([
        visitor('Carl Zander', 'family', 'Eva Berg'),
        visitor('Dora Kern', 'alone'),
        visitor('Anna Abel', 'family', 'Eva Berg'),
        visitor('Leo Adler', 'friend', 'Eva Berg'),
        visitor('Ben Cohn', 'other'),
      ]),
    ).toEqual(['Leo Adler', 'Anna Abel', 'Carl Zander', 'Ben Cohn', 'Dora Kern']);
  });

  it('has erased names at its end, and the same order each time', () => {
    const visitors = [visitor(null, 'x'), visitor('A B', '2', 'A B', '2'), visitor('A B', '1', 'A B', '1')];
    expect(order(visitors)).toEqual(['A B', 'A B', null]);
    const same = [visitor('A B', 'g', 'A B', '2'), visitor('A B', 'g', 'A B', '1')];
    expect(sortVisitors(same, 'nl').map(({ id }) => id)).toEqual(['1', '2']);
  });
});
