import { listRoute, route, type RouteOf } from './http/route';
import { applyVoucher, removeVoucher } from './voucher/apply-voucher';
import { withGuessLimit } from './voucher/guess-limit';
import {
  changeVoucherBatchBody,
  createVoucherBatchBody,
  invalidVoucherBatch,
  voucherBatchSchema,
} from './voucher/batch-resource';
import {
  changeVoucherBatch,
  createVoucherBatch,
  getVoucherBatch,
  listBatchVouchers,
  listVoucherBatches,
} from './voucher/manage-batches';
import { changeVoucher, createVoucher, getVoucher, listVouchers } from './voucher/manage-vouchers';
import {
  applyVoucherBody,
  changeVoucherBody,
  createVoucherBody,
  invalidVoucher,
  invalidVoucherUse,
  removeVoucherBody,
  voucherResultSchema,
  voucherSchema,
} from './voucher/voucher-resource';
import type { ServiceContext } from './dependencies';

const vouchers = '/v1/ticketing/catalogs/{catalogId}/vouchers';
const batches = '/v1/ticketing/catalogs/{catalogId}/voucher_batches';
const ofVouchers = {
  tag: { name: 'Vouchers', description: 'Codes that make tickets cheaper. Our addition.' },
  section: null,
};
const managed = { ...ofVouchers, scope: 'voucher:manage' } as const;
const booking = { ...ofVouchers, method: 'POST', scope: 'booking:write' } as const;

/** Vouchers, and their use for reservations: our extension. */
export const voucherRoutes = {
  listVouchers: listRoute({
    ...managed,
    method: 'GET',
    path: vouchers,
    summary: 'The vouchers of a catalogue of the organization, the newest first',
    description: 'Without those of batches, and those with which tickets were given.',
    response: voucherSchema,
    handle: listVouchers,
  }),
  getVoucher: route({
    ...managed,
    method: 'GET',
    path: `${vouchers}/{id}`,
    summary: 'One voucher, with its uses',
    response: voucherSchema,
    handle: getVoucher,
  }),
  createVoucher: route({
    ...managed,
    method: 'POST',
    path: vouchers,
    summary: 'Make a code',
    description:
      'A code is unique in its catalogue; capitals, spaces, hyphens, dots and underscores do not count.',
    body: createVoucherBody,
    invalid: invalidVoucher,
    response: voucherSchema,
    handle: createVoucher,
  }),
  changeVoucher: route({
    ...managed,
    method: 'PATCH',
    path: `${vouchers}/{id}`,
    summary: 'Change the limits of a code, or disable it',
    description:
      'A merge patch (RFC 7386): null is no limit. Reservations that are held keep their discount.',
    body: changeVoucherBody,
    invalid: invalidVoucher,
    response: voucherSchema,
    handle: changeVoucher,
  }),
  listVoucherBatches: listRoute({
    ...managed,
    method: 'GET',
    path: batches,
    summary: 'The batches of vouchers of a catalogue of the organization, the newest first',
    response: voucherBatchSchema,
    handle: listVoucherBatches,
  }),
  getVoucherBatch: route({
    ...managed,
    method: 'GET',
    path: `${batches}/{id}`,
    summary: 'One batch, with how many of its codes are used',
    response: voucherBatchSchema,
    handle: getVoucherBatch,
  }),
  createVoucherBatch: route({
    ...managed,
    method: 'POST',
    path: batches,
    summary: 'Make many codes',
    description: 'Each can be used once, and is random: it can’t be guessed. All of them are made, or none.',
    body: createVoucherBatchBody,
    invalid: invalidVoucherBatch,
    response: voucherBatchSchema,
    repeatable: true,
    handle: createVoucherBatch,
  }),
  changeVoucherBatch: route({
    ...managed,
    method: 'PATCH',
    path: `${batches}/{id}`,
    summary: 'Disable all codes of a batch, or make all of them usable again',
    description: 'Reservations that are held keep their discount.',
    body: changeVoucherBatchBody,
    invalid: invalidVoucherBatch,
    response: voucherBatchSchema,
    handle: changeVoucherBatch,
  }),
  listBatchVouchers: listRoute({
    ...managed,
    method: 'GET',
    path: `${batches}/{id}/vouchers`,
    summary: 'The codes of a batch, in the order in which they were made',
    response: voucherSchema,
    handle: listBatchVouchers,
  }),
  applyVoucher: route({
    ...booking,
    path: '/v1/booking/reservations/_apply-voucher',
    summary: 'Apply a code to the reservations of a purchase',
    description:
      'Together they are one use, and an amount is taken off once. A code that can’t be used is told in `refusal`, and nothing changes. The use returns when the reservations are released or expire, and stays with an order. Doing it again changes nothing; another code replaces the first. After a thousand unknown codes in ten minutes the organization has to wait (429).',
    body: applyVoucherBody,
    invalid: invalidVoucherUse,
    response: voucherResultSchema,
    handle: withGuessLimit(applyVoucher),
  }),
  removeVoucher: route({
    ...booking,
    path: '/v1/booking/reservations/_remove-voucher',
    summary: 'Remove a code from reservations',
    description: 'Doing it again changes nothing.',
    body: removeVoucherBody,
    invalid: invalidVoucherUse,
    response: voucherResultSchema,
    handle: removeVoucher,
  }),
} satisfies Record<string, RouteOf<ServiceContext>>;
