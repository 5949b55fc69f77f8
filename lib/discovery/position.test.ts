import { describe, expect, it } from 'vitest';
import { relativeTime } from '@/testing/processor-time';
import { readPosition, roundedPosition } from './position';

const london = { latitude: 51.5, longitude: -0.12 };

describe('a position that a visitor types or pastes', () => {
  it.each([
    '51.5, -0.12',
    '51.5,-0.12',
    ' 51.5 -0.12 ',
    '51,5; -0,12',
    '51,5, -0,12',
    '51.5° −0.12°',
    '51.5° N, 0.12° W',
    '51.5 n 0.12 w',
    'geo:51.5,-0.12',
    'geo:51.5,-0.12?q=51.5,-0.12(Somewhere)',
    'https://www.openstreetmap.org/?mlat=51.5&mlon=-0.12#map=17/48.1/2.3',
    'https://www.openstreetmap.org/#map=17/51.5/-0.12',
  ])('%s', (text) => {
    expect(readPosition(text)).toEqual(london);
  });

  it.each(['91, 0', '-90.1, 0', '0, 180.5', 'geo:100,0', '95° N, 0° E'])('%s is nowhere on earth', (text) => {
    expect(readPosition(text)).toBe('outside');
  });

  it.each([
    '',
    'Tate Modern',
    '10 Downing Street',
    '51.5',
    '1, 2, 3',
    'geo:here',
    'geo:1.2.3,4',
    '12 Rue 7, 3',
  ])('“%s” is none', (text) => {
    expect(readPosition(text)).toBeNull();
  });

  it('takes whole numbers, and both ends of the world', () => {
    expect(readPosition('51,5')).toEqual({ latitude: 51, longitude: 5 });
    expect(readPosition('-90, 180')).toEqual({ latitude: -90, longitude: 180 });
  });

  it('answers about a long text at once', () => {
    const texts = ['1'.repeat(200), `1${' '.repeat(198)}1`, '1.'.repeat(100), '°'.repeat(200)];
    expect(relativeTime(() => texts.forEach((text) => readPosition(text)))).toBeLessThan(20);
  });
});

it('is rounded to about a hundred meters', () => {
  expect(roundedPosition({ latitude: 51.507351, longitude: -0.127758 })).toBe('51.507,-0.128');
});
