import { describe, expect, it } from 'vitest';
import { languages, type Language } from '@/lib/locale/languages';
import { messages } from '@/lib/locale/messages';
import type { MessagePage, WriteMessagePage } from '@/lib/storefront/staff/message/message';
import type { MessageFormState } from './message-form';
import { htmlOf } from '@/testing/storefront/text-of';
import { MessagePageView } from './message-page';
import { WriteMessage } from './write-message';

const hostile = '<script>alert(1)</script>';
const message: MessagePage['message'] = {
  id: 'm-1',
  version: 'v-1',
  catalogId: 'c-1',
  eventId: 'e-1',
  sessionId: 's-1',
  day: '2026-11-28',
  occursAt: new Date('2026-11-28T13:30:00Z'),
  timezone: 'Europe/Paris',
  eventName: 'Harbour walk',
  audience: 'everyone',
  texts: { fr: { subject: 'Plus tard', text: hostile, event: 'Promenade' } },
  fallback: 'fr',
  staff: 'ada',
  sentBy: null,
  state: 'draft',
  readUntil: null,
  createdAt: new Date('2026-11-26T09:00:00Z'),
  startedAt: null,
};
const addressed = {
  languages: [
    { language: 'fr', count: 1_200 },
    { language: 'nl', count: 1 },
  ],
  reached: 1_201,
  unreached: 2,
} as const;
const sentAt = new Date('2026-11-26T09:00:01Z');

const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

const send = () => Promise.resolve();
const test = (state: Partial<Draft['tests'][number]> = {}): Draft['tests'] => [
  { language: 'fr', sentAt, isFailed: false, ...state },
];
type Draft = Extract<MessagePage, { kind: 'draft' }>;
const draft = (changes: Partial<Draft> = {}, problem?: string, language?: Language) =>
  htmlOf(
    <MessagePageView
      page={{ kind: 'draft', message, staff: 'Ada', mayWrite: true, tests: test(), addressed, ...changes }}
      send={send}
      problem={problem}
    />,
    language,
  );

describe('a message before it is sent', () => {
  it('says who gets which text, and is sent only with a tick', () => {
    const html = draft();
    const text = textOf(html);
    expect(text).toContain('Harbour walk, Saturday 28 November 2026, 14:30');
    expect(text).toContain('French: 1,200 bookings');
    expect(text).toContain('Dutch: 1 booking, which gets the text in French');
    expect(text).toMatch(/2 bookings get nothing/);
    expect(text).toContain('Send to 1,201 bookings');
    expect(html).toContain('name="version" value="v-1"');
    expect(html).toMatch(/<input type="checkbox"[^>]*name="confirmed"/);
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toContain(hostile);
  });

  it('offers that to nobody before its test was sent, to none who may not, and not for nobody', () => {
    const notYet = test({ sentAt: null });
    const failed = test({ sentAt: null, isFailed: true });
    const nobody = { languages: [], reached: 0, unreached: 2 };
    for (const html of [
      draft({ tests: notYet }),
      draft({ tests: failed }),
      draft({ mayWrite: false }),
      draft({ addressed: nobody }),
      draft({ addressed: null }),
    ])
      expect(html).not.toContain('name="confirmed"');
    expect(textOf(draft({ tests: failed }))).toContain('French: not delivered');
    expect(textOf(draft({ addressed: null }))).toContain('The ticketing service did not answer.');
  });

  it('says at the box that it was not ticked, and else why it was not sent', () => {
    expect(draft({}, 'unconfirmed')).toContain('aria-describedby="confirmed-error"');
    expect(textOf(draft({}, 'changed'))).toContain('The text was changed since');
  });
});

describe('a message that is being sent', () => {
  const sent = (
    changes: Partial<Extract<MessagePage, { kind: 'sent' }>['progress']> = {},
    state: 'searching' | 'found' = 'found',
  ) =>
    htmlOf(
      <MessagePageView
        page={{
          kind: 'sent',
          message: { ...message, state, startedAt: sentAt },
          staff: 'Ada',
          mayWrite: true,
          progress: { found: 3_000, sent: 1_240, failed: 2, needless: 1, ...changes },
          failed: [{ checkoutId: 'b-1', reference: 'ABC-DEF' }],
        }}
        send={send}
        problem={undefined}
      />,
    );

  it('says how much of it was, and leads to the bookings that did not get it', () => {
    const html = sent();
    const text = textOf(html);
    expect(text).toContain('1,240 of 3,000 sent, 2 failed');
    expect(text).toContain('Sent by Ada');
    expect(html).toContain('href="/en/staff/orders/b-1"');
    expect(text).toContain('The first 1 are listed.');
    expect(text).toContain('Show the present state');
    expect(html).not.toContain('name="confirmed"');
  });

  it('says that its bookings are looked for, and how many were sent only when some were found', () => {
    const none = textOf(sent({ found: 0, sent: 0, failed: 0, needless: 0 }, 'searching'));
    expect(none).not.toContain('0 of 0');
    expect(none.match(/The bookings are being found/g)).toHaveLength(1);
    const some = textOf(sent({}, 'searching'));
    expect(some).toContain('1,240 of 3,000 sent');
    expect(some.match(/The bookings are being found/g)).toHaveLength(1);
  });

  it('is not looked at again when it is over', () => {
    expect(textOf(sent({ sent: 2_997 }))).not.toContain('Show the present state');
  });
});

describe('the form of a message', () => {
  const page: WriteMessagePage = {
    event: 'Harbour walk',
    occursAt: null,
    day: '2026-11-28',
    timezone: 'Europe/Paris',
    addressed: { everyone: addressed, not_admitted: { languages: [], reached: 0, unreached: 0 } },
    earlier: [{ ...message, state: 'found', startedAt: sentAt }],
    source: message,
    messageId: 'm-1',
  };
  const act = (state: MessageFormState) => Promise.resolve(state);
  const address = { catalogId: 'c-1', eventId: 'e-1', visit: '2026-11-28' };
  const form = (language: Language = 'en') =>
    htmlOf(<WriteMessage page={page} address={address} test={act} />, language);

  it('shows the languages of the bookings with their numbers, the others folded', () => {
    const html = form();
    expect(textOf(html)).toContain('French: 1,200 bookings');
    expect(textOf(html)).toContain('any time of the day');
    expect(html.match(/<details open=""/g)).toHaveLength(2);
    expect(html.match(/<details/g)).toHaveLength(languages.length);
    expect(html).toContain('value="Plus tard"');
    expect(html).toContain('&lt;script&gt;');
    expect(html).toContain('href="/en/staff/messages/m-1"');
  });

  it('is not there when nobody can be written to', () => {
    const none = { languages: [], reached: 0, unreached: 0 };
    const empty = { ...page, addressed: { everyone: none, not_admitted: none } };
    const html = htmlOf(<WriteMessage page={empty} address={address} test={act} />);
    expect(textOf(html)).toContain('Nobody can be written to.');
    expect(html).not.toContain('<form');
  });

  it('is there in every language, with what is sent', () => {
    for (const language of languages) {
      const { message: words } = messages[language].lists;
      expect(form(language)).toContain(words.test);
      expect(draft({}, undefined, language)).toContain(words.confirm);
    }
  });
});
