import { expect, it } from 'vitest';
import { batched } from './batched';

/** Work that the test finishes. */
function heldWork() {
  const begun: {
    items: readonly number[];
    finish: (results: readonly number[]) => void;
    fail: () => void;
  }[] = [];
  const call = batched(
    (items: readonly number[]) =>
      new Promise<readonly number[]>((resolve, reject) => {
        begun.push({ items, finish: resolve, fail: () => reject(new Error('no database')) });
      }),
  );
  return { begun, call };
}

it('calls that come while another runs share the next one, in the order of their arrival', async () => {
  const { begun, call } = heldWork();
  const calls = [1, 2, 3, 4].map(call);
  expect(begun.map(({ items }) => items)).toEqual([[1]]);
  begun[0]?.finish([10]);
  await expect.poll(() => begun.length).toBe(2);
  expect(begun[1]?.items).toEqual([2, 3, 4]);
  begun[1]?.finish([20, 30, 40]);
  expect(await Promise.all(calls)).toEqual([10, 20, 30, 40]);
});

it('a batch that fails rejects its own calls only', async () => {
  const { begun, call } = heldWork();
  const calls = [1, 2].map((item) => call(item).catch((error: unknown) => String(error)));
  begun[0]?.fail();
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.finish([20]);
  expect(await Promise.all(calls)).toEqual(['Error: no database', 20]);
});

it('a result that is missing is an error', async () => {
  const { begun, call } = heldWork();
  const result = call(1);
  begun[0]?.finish([]);
  await expect(result).rejects.toThrow('a result for each');
});
