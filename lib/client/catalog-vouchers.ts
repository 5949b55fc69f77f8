import { setTimeout } from 'node:timers/promises';
import { addresses } from '../contract/iri';
import { type Voucher, type VoucherInput, type VoucherPatch, voucherSchema } from '../contract/voucher';
import {
  type VoucherBatch,
  type VoucherBatchInput,
  type VoucherBatchPatch,
  voucherBatchSchema,
} from '../contract/voucher-batch';
import { changed } from './changed';
import { kindOfList, type Reader } from './reader';
import type { CallOptions } from './result';
import { fresh, itemsOfPage } from './staff-list';
import { type Answer, parseBody, type Request, type Send } from './transport';

const vouchers = kindOfList('vouchers', voucherSchema);
const batches = kindOfList('batches of vouchers', voucherBatchSchema);

const parseVoucher = (answer: Answer): Voucher => parseBody(voucherSchema, answer);
const parseBatch = (answer: Answer): VoucherBatch => parseBody(voucherBatchSchema, answer);

/** How many seconds a repetition waits at most; the codes of a batch are made in one of them. */
const mostSecondsRunning = 10;

/** The answer to a request with an idempotency key; the last 409 if another run of it takes too long. */
async function sendOnce(send: Send, request: Request): Promise<Answer> {
  for (let waited = 0; ;) {
    const answer = await send(request);
    const { retryAfterSeconds = 1 } = answer;
    waited += retryAfterSeconds;
    if (answer.status !== 409 || waited > mostSecondsRunning) return answer;
    await setTimeout(retryAfterSeconds * 1000);
  }
}

/** The vouchers of a catalogue, as its organization reads them. */
export function voucherReads(reader: Reader) {
  return {
    /** One page of the vouchers, the newest first. */
    pageOfVouchers: (catalogId: string, page: number, call: CallOptions) => {
      const list = { ...vouchers, path: addresses.vouchers(catalogId) };
      return reader.page(list, { itemsPerPage: String(itemsOfPage) }, fresh(call), page);
    },
    getVoucher: (catalogId: string, id: string, call: CallOptions) =>
      reader.one(voucherSchema, addresses.voucher(catalogId, id), fresh(call)),
    /** One page of the batches of vouchers, the newest first. */
    pageOfVoucherBatches: (catalogId: string, page: number, call: CallOptions) => {
      const list = { ...batches, path: addresses.voucherBatches(catalogId) };
      return reader.page(list, { itemsPerPage: String(itemsOfPage) }, fresh(call), page);
    },
    getVoucherBatch: (catalogId: string, id: string, call: CallOptions) =>
      reader.one(voucherBatchSchema, addresses.voucherBatch(catalogId, id), fresh(call)),
    /** One page of the codes of a batch. */
    pageOfBatchCodes: (
      { catalogId, id }: { catalogId: string; id: string },
      page: number,
      call: CallOptions,
      size = itemsOfPage,
    ) => {
      const list = { ...vouchers, path: addresses.batchVouchers(catalogId, id) };
      return reader.page(list, { itemsPerPage: String(size) }, fresh(call), page);
    },
  };
}

/** Changes of the vouchers of a catalogue. */
export function voucherChanges(send: Send) {
  return {
    createVoucher: async (catalogId: string, body: VoucherInput, { language }: CallOptions) =>
      changed(
        await send({ method: 'POST', path: addresses.vouchers(catalogId), language, body }),
        parseVoucher,
      ),

    changeVoucher: async (
      { catalogId, id }: { catalogId: string; id: string },
      body: VoucherPatch,
      { language }: CallOptions,
    ) => {
      const path = addresses.voucher(catalogId, id);
      return changed(await send({ method: 'PATCH', path, language, body }), parseVoucher);
    },

    /** A request that is sent again, as by a second click, waits for the first one, and gets its answer. */
    createVoucherBatch: async (
      catalogId: string,
      body: VoucherBatchInput,
      call: CallOptions & { idempotencyKey: string },
    ) => {
      const path = addresses.voucherBatches(catalogId);
      return changed(await sendOnce(send, { method: 'POST', path, body, ...call }), parseBatch);
    },

    changeVoucherBatch: async (
      { catalogId, id }: { catalogId: string; id: string },
      body: VoucherBatchPatch,
      { language }: CallOptions,
    ) => {
      const path = addresses.voucherBatch(catalogId, id);
      return changed(await send({ method: 'PATCH', path, language, body }), parseBatch);
    },
  };
}
