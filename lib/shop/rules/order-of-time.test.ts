import { expect, it } from 'vitest';
import { visitsOf } from './order-of-time';

const ticket = (name: string, occursAt: string | null) => ({
  name,
  occursAt,
  event: null,
  sessionName: null,
});

it('shows the parts of a combined ticket as they are visited, what is for any time of the day first', () => {
  const tickets = [
    ticket('boat', '2026-07-18T15:30:00+02:00'),
    ticket('museum', null),
    ticket('tower', '2026-07-18T10:00:00+02:00'),
    ticket('garden', '2026-07-18T10:00:00+02:00'),
  ];
  const names = visitsOf({ date: '2026-07-18', tickets }).map(({ name }) => name);
  expect(names).toEqual(['museum', 'tower', 'garden', 'boat']);
  expect(tickets[0]?.name).toBe('boat');
});
