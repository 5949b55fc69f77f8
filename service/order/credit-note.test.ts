import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Cancellation } from '@/lib/contract/cancellation';
import { documentSchema } from '@/lib/contract/document';
import type { Order } from '@/lib/contract/order';
import { languages } from '@/lib/locale/languages';
import { accessibilityFaults } from '@/testing/pdf-accessibility';
import { placedTexts } from '@/testing/pdf-text';
import { bothItem } from '@/testing/ticketing-service/booking';
import { startTestCancellations, type TestCancellations, unitsOf } from '@/testing/ticketing-service/cancel';

let test: TestCancellations;
beforeAll(async () => {
  test = await startTestCancellations();
});
afterAll(async () => {
  expect(test.service.unexpectedErrors).toEqual([]);
  await test.close();
});

async function documentOf(path: string, language = 'en') {
  const { status, body } = await test.service.call('PATCH', path, {
    body: {},
    headers: { 'accept-language': language },
  });
  expect(status).toBe(200);
  const { temporaryUrl } = documentSchema.parse(body);
  const file = (await test.service.call('GET', temporaryUrl, { token: null })).body as Uint8Array;
  const texts = (await placedTexts(file)).map(({ text }) => text);
  return { file, text: texts.join(' ').replace(/\s+/g, ' ') };
}

async function cancelledOrder(
  change: object = {},
): Promise<{ order: Order; made: Cancellation; creditNote: string }> {
  const [order] = await test.ordered([bothItem(test.places, 3)], change);
  if (order === undefined) throw new Error('nothing was ordered');
  const [first = [], second = []] = unitsOf(order);
  const made = await test.cancelled(order, { tickets: [...first, ...second], reason: 'a private reason' });
  if (made.document === null) throw new Error('there is no credit note');
  return { order, made, creditNote: made.document };
}

describe('a credit note', () => {
  it('says whose it is, what was cancelled and what is refunded, and no reason', async () => {
    const { order, made, creditNote } = await cancelledOrder({ externalReference: 'SHOP-4711' });
    const { file, text } = await documentOf(creditNote);
    for (const part of [
      'River line SA',
      '1 quay, Lyon',
      `Confirmation of cancellation ${made.reference}`,
      'A B · a@b.test',
      'Booking number SHOP-4711',
      '2 × Boat and museum',
      'Boat · Tuesday, 1 June 2027 · 10:00',
      'Museum · Tuesday, 1 June 2027 · Any time that day',
      'Paid for them €72.00',
      'Excluding tax €48.00',
      'Tax €9.60',
      'Total credited €57.60',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('private');
    expect(text).not.toContain(order.reference);
    expect(await accessibilityFaults(file)).toEqual([]);
  });

  it.each(languages)('in the language %s conforms to PDF/UA-1', async (language) => {
    const { made, creditNote } = await cancelledOrder();
    const { file, text } = await documentOf(creditNote, language);
    expect(text).toContain(made.reference);
    expect(await accessibilityFaults(file)).toEqual([]);
  });

  it('shows a customer’s name in any script', async () => {
    const firstname = 'さくら';
    const customer = { firstname, lastname: 'כהן', email: 'a@b.test', country: 'JP', language: 'en' };
    const { creditNote } = await cancelledOrder({ customer });
    const { file, text } = await documentOf(creditNote);
    expect(text.replaceAll(' ', '')).toContain(firstname);
    expect(await accessibilityFaults(file)).toEqual([]);
  });

  it('is not found below another order, nor for another organization', async () => {
    const { made, creditNote } = await cancelledOrder();
    const { order: other } = await cancelledOrder();
    const foreign = creditNote.replace(made.order, other['@id']);
    expect((await test.service.call('PATCH', foreign, { body: {} })).status).toBe(404);
    const asOther = { body: {}, organization: 'other' };
    expect((await test.service.call('PATCH', creditNote, asOther)).status).toBe(404);
  });
});

it('is not made where nothing is refunded', async () => {
  const order = await test.order(2);
  const [unpaid = [], paid = []] = unitsOf(order);
  const nothing = { override: true, refundAmountInclTax: '0.00' };
  expect(await test.cancelled(order, { tickets: unpaid, ...nothing })).toMatchObject({
    refundAmountInclTax: '0.00',
    document: null,
  });
  expect((await test.cancelled(order, { tickets: paid })).document).not.toBeNull();
});

describe('the document of the tickets', () => {
  it('shows the cancelled ones as void, without their codes, also if it was rendered before', async () => {
    const order = await test.order(2);
    const [cancelled = [], valid = []] = unitsOf(order);
    const codesOf = async (paths: readonly string[]) =>
      Promise.all(
        paths.map(async (path) => (await test.service.call('GET', path)).body as { reference: string }),
      );
    const before = await documentOf(order.documents[0] ?? '');
    expect(before.text).not.toContain('Cancelled');
    await test.cancelled(order, { tickets: cancelled });
    const { file, text } = await documentOf(order.documents[0] ?? '');
    expect(text.match(/Cancelled/g)).toHaveLength(2);
    for (const { reference } of await codesOf(cancelled)) {
      expect(before.text).toContain(reference);
      expect(text).not.toContain(reference);
      expect(Buffer.from(file).toString('latin1')).not.toContain(reference);
    }
    for (const { reference } of await codesOf(valid)) expect(text).toContain(reference);
    expect(await accessibilityFaults(file)).toEqual([]);
  });
});
