import { expect, it } from 'vitest';
import { districtOf, districtOfPostcode } from './district';

it.each([
  ['5 rue du Port, 75011 Paris', '75011 Paris'],
  ['5 rue du Port, 75011 Paris, France', '75011 Paris'],
  ['3 quai des Indienneurs, 49999 Saint-Elme-sur-Loire', '49999 Saint-Elme-sur-Loire'],
  ['Calle Mayor 1, 28013 Madrid', '28013 Madrid'],
  ['1 Tower Hill, London EC3N 4AB', 'London EC3N'],
  ['Church of St Mellitus, Tollington Park, N4 3AG', 'N4'],
  ['1 Tower Hill London ec3n4ab', 'EC3N'],
  ['Kade 4, 1012AB Amsterdam', '1012 Amsterdam'],
  ['Kade 4, 1012 AB Amsterdam', '1012 Amsterdam'],
  ['Bahnhofstrasse 1200, 8001 Zürich', '8001 Zürich'],
  ['3 quay, Lyon', 'Lyon'],
  ['Quay 3', ''],
  ['', ''],
])('the district of “%s” is “%s”', (address, district) => {
  expect(districtOf(address)).toBe(district);
});

it.each([
  ['EC3N 4AB', 'EC3N'],
  ['ec3n4ab', 'EC3N'],
  ['1012 AB', '1012'],
  ['75011', undefined],
  ['Tower 4AB', undefined],
])('the district of the postcode %s is %s', (typed, district) => {
  expect(districtOfPostcode(typed)).toBe(district);
});
