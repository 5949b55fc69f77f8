import { describe, expect, it } from 'vitest';
import { findJsonFault, parseJsonPlace } from './json-fault';

describe('the place where a text stops being JSON', () => {
  it.each([
    ['{"a": 1,\n  "b": }', 2, 8],
    ['{"a": 1\n "b": 2}', 2, 2],
    ['[1, 2,]', 1, 7],
    ['{"a": 1,}', 1, 9],
    ["{'a': 1}", 1, 2],
    ['{"a" 1}', 1, 6],
    ['[01]', 1, 3],
    ['["a\tb"]', 1, 2],
    ['["\\x"]', 1, 2],
    ['[1] x', 1, 5],
    ['{"a": [1, 2}', 1, 12],
    ['{"a": 1', 1, 8],
    ['', 1, 1],
    ['\n\n', 3, 1],
    ['nul', 1, 1],
    [']', 1, 1],
    ['[1}', 1, 3],
  ])('of %j is line %i, column %i', async (text, line, column) => {
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    expect(await findJsonFault(text)).toEqual({ line, column });
  });

  it.each([
    '{}',
    '[]',
    ' [ { "a" : [ ] , "b" : { } } ] \n',
    '"\\u00e9\\n"',
    '-0.5e+10',
    'null',
    '[true,false,[[]],"é"]',
  ])('is none in %j', async (text) => {
    JSON.parse(text);
    expect(await findJsonFault(text)).toBeNull();
  });

  it('is found in a large feed, while other work goes on', async () => {
    const many = Array.from({ length: 50_000 }, (_, id) => ({ id, name: `Tour ${id}` }));
    const text = JSON.stringify(many, null, 1);
    let others = 0;
    const timer = setInterval(() => (others += 1), 1);
    const fault = await findJsonFault(`${text.slice(0, -1)},]`);
    clearInterval(timer);
    expect(fault?.line).toBe(text.split('\n').length);
    expect(others).toBeGreaterThan(0);
    expect(await findJsonFault(text)).toBeNull();
  });
});

it('is found in time that grows only with the length of the text', async () => {
  expect(await findJsonFault(`["${'x'.repeat(2_000_000)}`)).toEqual({ line: 1, column: 2 });
  expect(await findJsonFault('['.repeat(200_000))).toEqual({ line: 1, column: 200_001 });
  expect(await findJsonFault(JSON.stringify(['\n'.repeat(200_000)]))).toBeNull();
});

it('a place in the address of a page is two numbers', () => {
  expect(parseJsonPlace({ line: '3', column: '14' })).toEqual({ line: 3, column: 14 });
  expect(parseJsonPlace({ line: '3' })).toBeNull();
  expect(parseJsonPlace({ line: '-3', column: 'x' })).toBeNull();
});
