import { describe, expect, it } from 'vitest';
import { languages } from '@/lib/locale/languages';
import { messages } from '@/lib/locale/messages';
import type { WaitingListPage, WaitingListsPage } from '@/lib/storefront/staff/waiting-list/waiting-lists';
import { htmlOf, textOf } from '@/testing/storefront/text-of';
import type { RemovalState } from './removal-form';
import { WaitingLists } from './waiting-lists';
import { WaitingPlaces } from './waiting-places';

const hostile = '<img src=x onerror=alert(1)>';
const joined = new Date('2030-01-01T09:00:00Z');
const lists: WaitingListsPage = {
  rows: [
    {
      listId: 'l-1',
      choice: 's-1 s-2',
      product: 'Adult',
      details: [`${hostile} · Quay · 4 May`],
      waiting: 1_200,
      tickets: 2_400,
      notified: 3,
      lapsed: 4,
      firstJoined: joined,
    },
  ],
  total: 120,
  page: 2,
  pages: 3,
  typed: { event: 'boat & co', state: 'lapsed' },
};

const place: WaitingListPage['rows'][number] = {
  id: 'p-1',
  email: 'ada@example.org',
  quantity: 2,
  state: 'notified',
  joinedAt: joined,
  toldAt: joined,
  product: 'Adult',
  details: ['Boat · Quay · 4 May'],
};
const list: WaitingListPage = {
  listId: 'l-1',
  choice: 's-1',
  state: null,
  rows: [place, { ...place, id: 'p-2', email: 'ben@example.org', state: 'left', toldAt: null }],
  total: 2,
  page: 1,
  pages: 1,
  mayRemove: true,
  removing: null,
};
const remove = (state: RemovalState) => Promise.resolve(state);
const places = (changes: Partial<WaitingListPage> = {}, isDone = false) => (
  <WaitingPlaces page={{ ...list, ...changes }} remove={remove} most={200} isDone={isDone} />
);

describe('the page of waiting lists', () => {
  it('counts who waits, and its links keep what is filtered', () => {
    const html = htmlOf(<WaitingLists page={lists} />);
    const text = textOf(<WaitingLists page={lists} />);
    expect(text).toContain('1,200');
    expect(text).toContain('120 lists');
    expect(html).toContain('href="/en/staff/waiting-lists/l-1?choice=s-1+s-2&amp;state=lapsed"');
    expect(html).toContain('href="/en/staff/waiting-lists?event=boat+%26+co&amp;state=lapsed&amp;page=3"');
    expect(html).toContain('&lt;img src=x');
    expect(html).not.toContain('<img');
  });

  it('says that none fits, in every language', () => {
    for (const language of languages)
      expect(textOf(<WaitingLists page={{ ...lists, rows: [], total: 0, pages: 1 }} />, language)).toContain(
        messages[language].lists.waitingLists.none,
      );
  });
});

describe('the page of a waiting list', () => {
  it('offers to remove who is in line, to who may', () => {
    const html = htmlOf(places());
    expect(html).toContain('Boat · Quay · 4 May');
    expect(html.match(/remove=/g)).toHaveLength(1);
    expect(html).toContain('/en/staff/waiting-lists/l-1?choice=s-1&amp;page=1&amp;remove=p-1#remove');
    expect(htmlOf(places({ mayRemove: false }))).not.toContain('remove=');
  });

  it('asks for a reason before somebody is removed, and says when it was done', () => {
    const html = htmlOf(places({ removing: place }));
    expect(html).toContain('Remove ada@example.org?');
    expect(html).toContain('name="placeId" value="p-1"');
    expect(html).toContain('name="reason"');
    expect(textOf(places({}, true))).toContain('The person was removed from the list.');
  });

  it('shows what each waits for where the list has several choices, and may be empty', () => {
    expect(textOf(places({ choice: null }))).toContain('Adult · Boat · Quay · 4 May');
    expect(textOf(places({ rows: [], total: 0 }))).toContain('No place on it fits.');
  });
});
