import { expect, it } from 'vitest';
import type { Line, LineTicket } from '../values/checkout-values';
import { groupTitle, lineGroups, nameInGroup } from './line-groups';

const ticket = (occursAt: string, event = 'ferry'): LineTicket => ({
  name: '',
  occursAt,
  sessionName: null,
  event: { id: event, name: 'The Ferry', venue: 'Quay' },
});

const line = (tariff: string, more: Partial<Line> = {}): Line => ({
  catalogId: 'c',
  catalogName: 'Harbour',
  timezone: 'Europe/Paris',
  productId: tariff,
  productName: `The Ferry, ${tariff}`,
  date: '2030-05-04',
  quantity: 1,
  unitAmount: '10.00',
  totalAmount: '10.00',
  tickets: [ticket('2030-05-04T10:00:00+02:00')],
  ...more,
});

const at11 = { tickets: [ticket('2030-05-04T11:00:00+02:00')] };

it('lines of one event and time are one group, in the order of its first line', () => {
  const groups = lineGroups([line('adult'), line('adult', at11), line('child')]);
  expect(groups.map((group) => group.map(({ productId }) => productId))).toEqual([
    ['adult', 'child'],
    ['adult'],
  ]);
  const [first = []] = groups;
  expect(groupTitle(first)).toBe('The Ferry');
  expect(first.map((one) => nameInGroup(one, 'The Ferry'))).toEqual(['adult', 'child']);
});

it('a tariff that was held in two parts is one line with the sum of both', () => {
  const reduced = { quantity: 2, totalAmount: '18.00', discount: '2.00' };
  const [group = []] = lineGroups([line('adult', reduced), line('child'), line('adult')]);
  expect(group.map(({ quantity, totalAmount, discount }) => [quantity, totalAmount, discount])).toEqual([
    [3, '28.00', '2.00'],
    [1, '10.00', undefined],
  ]);
});

it('numbered seats, another price, gift cards and other events are not summed', () => {
  const seat = { name: 'A/1', section: 'A', row: '1', number: '1' };
  const seated = { tickets: [{ ...ticket('2030-05-04T10:00:00+02:00'), seats: [seat] }] };
  expect(lineGroups([line('adult', seated), line('adult', seated)])).toMatchObject([[{}, {}]]);
  const dearer = { unitAmount: '12.00', totalAmount: '12.00' };
  expect(lineGroups([line('adult'), line('adult', dearer)])).toMatchObject([[{}, {}]]);
  const card = { giftCard: true as const };
  expect(lineGroups([line('card', card), line('card', card)])).toHaveLength(2);
  const other = { tickets: [ticket('2030-05-04T10:00:00+02:00', 'walk')] };
  expect(lineGroups([line('adult'), line('adult', other)])).toHaveLength(2);
  expect(lineGroups([line('adult', { tickets: [] }), line('adult', { tickets: [] })])).toHaveLength(2);
});

it('combined tickets are one group if all their visits are the same', () => {
  const both = [ticket('2030-05-04T12:00:00+02:00', 'museum'), ticket('2030-05-04T10:00:00+02:00')];
  const groups = lineGroups([
    line('adult', { tickets: both }),
    line('child', { tickets: both.toReversed() }),
    line('child'),
  ]);
  expect(groups.map(({ length }) => length)).toEqual([2, 1]);
  expect(groupTitle(groups[0] ?? [])).toBe('The Ferry');
});
