import { renderToStaticMarkup } from 'react-dom/server';
import type { ComponentProps } from 'react';
import { describe, expect, it } from 'vitest';
import { EventChangeForm } from './event-change-form';

const words = {
  action: 'What is to be done?',
  refund: 'Refund all',
  rebook: 'Rebook all',
  notify: 'Tell all',
  target: 'The other session',
  targetHint: 'Only to rebook.',
  choose: 'Choose a session',
  message: 'Message',
  messageHint: 'Up to 1000',
  confirm: 'For all',
  button: 'Start',
};
const about = { catalogId: 'c-1', sessionId: 's-1' };
const targets = [
  {
    day: 'Saturday 21 November 2026',
    sessions: [
      { id: 's-2', text: '14:30' },
      { id: 's-3', text: '17:00, Night <walk>' },
    ],
  },
  { day: 'Sunday 22 November 2026', sessions: [{ id: 's-4', text: '14:30' }] },
];

type State = Awaited<ReturnType<ComponentProps<typeof EventChangeForm>['start']>>;
const start = (state: State) => Promise.resolve(state);

const form = (changes: Partial<ComponentProps<typeof EventChangeForm>> = {}) =>
  renderToStaticMarkup(
    <EventChangeForm start={start} about={about} words={words} targets={targets} most={1000} {...changes} />,
  );

const actionsOf = (html: string) =>
  [...html.matchAll(/name="action"[^>]*value="([a-z]+)"/g)].map(([, one]) => one);

describe('the form for all holders of a session', () => {
  it('offers to rebook them to a session, chosen by day and time, without scripts', () => {
    const html = form();
    expect(actionsOf(html)).toEqual(['refund', 'rebook', 'notify']);
    expect(html).toContain('<label for="target"');
    expect(html).toMatch(/<select name="target"[^>]* id="target"/);
    expect(html).toContain('aria-describedby="target-hint"');
    expect(html).toContain('<option value="" selected="">Choose a session</option>');
    expect(html).toContain('<optgroup label="Saturday 21 November 2026"><option value="s-2">14:30</option>');
    expect(html).toContain('<option value="s-3">17:00, Night &lt;walk&gt;</option>');
    expect(html).toContain('<optgroup label="Sunday 22 November 2026"><option value="s-4">14:30</option>');
  });

  it('does not offer it where the event has no other session', () => {
    const html = form({ targets: [] });
    expect(actionsOf(html)).toEqual(['refund', 'notify']);
    expect(html).not.toContain('<select');
  });
});
