import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { placeOrder } from './pay';
import { orderOf, startStage, type Stage } from './testing';
import { workOffDue } from './worker';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
});

afterAll(() => stage.close());

beforeEach(() => stage.reset());

/** Does something else while the provider opens its next page. */
function whileThePageOpens(act: () => Promise<unknown>): void {
  stage.provider.meanwhile = async ({ method, path }) => {
    if (method !== 'POST' || path !== '/v1/checkout/sessions') return;
    stage.provider.meanwhile = null;
    await act();
  };
}

const pagesOf = (id: string) => [...stage.provider.sessions.values()].filter((one) => one.reference === id);

describe('a payment page that opens after its payment was given up', () => {
  it('because the hold has ended is closed at the provider, and the customer is not sent there', async () => {
    const id = await stage.hold();
    whileThePageOpens(async () => {
      await stage.later(id, { holdOver: true });
      await workOffDue(stage.rooms);
    });
    expect(await placeOrder(stage.rooms, orderOf(id, '36.00'))).toEqual({ kind: 'expired' });
    expect(pagesOf(id).map(({ status }) => status)).toEqual(['expired']);
  });

  it('because another window ordered for another e-mail address is closed: one page can be paid on', async () => {
    const id = await stage.hold();
    whileThePageOpens(() => placeOrder(stage.rooms, orderOf(id, '36.00', { email: 'other@example.org' })));
    expect(await placeOrder(stage.rooms, orderOf(id, '36.00'))).toMatchObject({ kind: 'pay' });
    const open = pagesOf(id).filter(({ status }) => status === 'open');
    expect(open.map(({ email }) => email)).toEqual(['ada@example.org']);
  });
});
