import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { FormField } from '@/lib/contract/form';
import { postOf, type Post } from '@/testing/shop/emails';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { readAudit } from '../../data/audit-store';
import { findCheckout } from '../../data/checkout-store';
import { readTimeline } from '../../data/timeline-store';
import { correctAnswers, findTicketQuestions } from './correct-answers';

let shop: TestShop;
let post: Post;

beforeAll(async () => {
  shop = await startTestShop();
  post = postOf(shop);
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.reset();
  shop.ticketing.tickets.all.clear();
  shop.ticketing.tickets.support = 'change';
  shop.ticketing.questions = [menu];
});

const menu: FormField = {
  code: 'menu',
  label: 'Menu',
  helpText: '',
  type: 'text',
  required: true,
  position: 1,
  options: [],
  min: null,
  max: null,
  maxLength: 100,
};
const vegan = [{ field: 'menu', value: 'vegan' }];
const unknownId = '01a20e0d-da16-70e9-a6e6-2f29e9808dd1';

/** An order, and its first ticket at the service. */
async function ordered() {
  const id = await post.ordered({ email: 'ada@example.org' });
  const [ticket, ...others] = shop.ticketing.tickets.all.values();
  if (ticket === undefined) throw new Error('the service has issued no ticket');
  return { id, ticket, others };
}

const questions = (checkoutId: string, ticketId: string) =>
  findTicketQuestions(shop.context, { checkoutId, ticketId }, 'en');
/** As the form does it: nothing is corrected for a ticket without questions. */
async function correct(checkoutId: string, ticketId: string, answers = vegan) {
  const found = await questions(checkoutId, ticketId);
  if (found === null) return 'unknown';
  if (typeof found === 'string') return found;
  return correctAnswers(shop.context, { checkoutId, ticketId, staff: 'sam' }, found, answers);
}

it('staff correct the answers of one ticket, at the service and in the shop', async () => {
  const { id, ticket, others } = await ordered();
  expect(await questions(id, ticket.id)).toMatchObject({ unit: 0, fields: [menu], answers: [] });
  expect(await correct(id, ticket.id)).toBe('corrected');
  expect(ticket.answers).toEqual(vegan);
  expect(others.map(({ answers }) => answers)).toEqual(others.map(() => []));
  expect((await findCheckout(shop.context.database, id))?.answers).toMatchObject([
    { unit: 0, answers: vegan },
  ]);
  const fish = [{ field: 'menu', value: 'fish' }];
  expect(await correct(id, ticket.id, fish)).toBe('corrected');
  expect((await findCheckout(shop.context.database, id))?.answers).toMatchObject([{ answers: fish }]);
});

it('it is recorded without the answers, and a second click changes nothing', async () => {
  const { id, ticket } = await ordered();
  expect(await correct(id, ticket.id)).toBe('corrected');
  expect(await correct(id, ticket.id)).toBe('unchanged');
  const entries = (await readTimeline(shop.context.database, id)).filter(
    ({ what }) => what === 'answers_correction',
  );
  expect(entries).toMatchObject([{ detail: { by: 'staff', staff: 'sam', ticket: ticket.id } }]);
  const audited = await readAudit(shop.context.database, { about: id });
  expect(audited).toMatchObject([{ action: 'answers_correction', staff: 'sam' }]);
  expect(JSON.stringify([entries, audited])).not.toContain('vegan');
});

it('a response that never arrives is a failure, and a repetition is safe', async () => {
  const { id, ticket } = await ordered();
  shop.ticketing.tickets.faults = ['cut_after'];
  await expect(correct(id, ticket.id)).rejects.toMatchObject({ name: 'ServiceError' });
  expect(ticket.answers).toEqual(vegan);
  expect(await correct(id, ticket.id)).toBe('unchanged');
});

it('a ticket that asks nothing, is unknown, or was cancelled has no answers to correct', async () => {
  const { id, ticket } = await ordered();
  expect(await correct(id, unknownId)).toBe('unknown');
  shop.ticketing.questions = [];
  expect(await questions(id, ticket.id)).toBeNull();
  expect(await correct(id, ticket.id)).toBe('unknown');
  ticket.status = 'cancelled';
  expect(await correct(id, ticket.id)).toBe('not_valid');
  expect(ticket.answers).toEqual([]);
});
