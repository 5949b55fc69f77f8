import { describe, expect, it } from 'vitest';
import { commonName, nameAfter } from './short-name';

describe('what a name says after another one', () => {
  it.each([
    ['The Great Bend, adult', 'The Great Bend', 'adult'],
    ['Musée Lormeau : tarif réduit', 'Musée Lormeau', 'tarif réduit'],
    ['Der Bogen – Kind', 'Der Bogen', 'Kind'],
    ['El río - niño, 4-12', 'El río', 'niño, 4-12'],
    ['大河，成人', '大河', '成人'],
  ])('%s', (name, title, rest) => {
    expect(nameAfter(name, title)).toBe(rest);
  });

  it.each([
    ['The Great Bend', 'The Great Bend'],
    ['The Great Bend, ', 'The Great Bend'],
    ['The Great Bender, adult', 'The Great Bend'],
    ['The Great Bend by night', 'The Great Bend'],
    ['10:00 tour', '10'],
    ['Adult', ''],
    [', adult', ''],
    ['Museum, adult', 'The Great Bend'],
  ])('is nothing for "%s" after "%s"', (name, title) => {
    expect(nameAfter(name, title)).toBeNull();
  });
});

describe('with what several names begin', () => {
  it.each([
    [['The Great Bend, adult', 'The Great Bend, child'], 'The Great Bend'],
    [['Sun, sea, adult', 'Sun, sea, child', 'Sun, sea, reduced'], 'Sun, sea'],
    [['Tour, weekday', 'Tour, weekend'], 'Tour'],
    [['Le Bac : adulte', 'Le Bac : enfant'], 'Le Bac'],
    [['🎻 Fiesta, adulto', '🎻 Fiesta, niño'], '🎻 Fiesta'],
  ])('%j', (names, common) => {
    expect(commonName(names)).toBe(common);
  });

  it.each([
    [['Adult', 'Child']],
    [['The Great Bend, adult']],
    [['The Great Bend', 'The Great Bend, child']],
    [['10:00 adult', '10:00 child']],
    [[]],
  ])('is nothing for %j', (names) => {
    expect(commonName(names)).toBeNull();
  });
});
