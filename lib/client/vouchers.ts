import { addresses } from '../contract/iri';
import type { Reservation } from '../contract/reservation';
import {
  voucherResultSchema,
  type ApplyVoucherInput,
  type RemoveVoucherInput,
  type VoucherRefusal,
} from '../contract/voucher';
import { unavailableStatuses } from './reservations';
import type { CallOptions } from './result';
import type { Reader } from './reader';
import { parseBody, unexpectedAnswer } from './transport';

export type VoucherResult =
  | { readonly kind: 'done'; readonly reservations: readonly Reservation[] }
  /** They were changed since their versions were read; these are they now. Nothing was changed. */
  | { readonly kind: 'changed'; readonly reservations: readonly Reservation[] }
  /** The reservations are as before. */
  | {
      readonly kind: 'refused';
      readonly refusal: VoucherRefusal;
      /** After BELOW_MINIMUM: the total that is needed, in EUR; null: the server does not say. */
      readonly minimum: string | null;
    }
  /** A reservation is not held any more. */
  | { readonly kind: 'already_ended' }
  /** This server has no vouchers. */
  | { readonly kind: 'unavailable' };

/** Vouchers: our addition, which a server may not have. */
export function voucherCalls({ send }: Pick<Reader, 'send'>) {
  const voucher = async (
    path: string,
    body: ApplyVoucherInput | RemoveVoucherInput,
    call: CallOptions,
  ): Promise<VoucherResult> => {
    const answer = await send({ method: 'POST', path, body, ...call });
    if (answer.status === 200 || answer.status === 201) {
      const { refusal, reservations, minimumAmountInclTax } = parseBody(voucherResultSchema, answer);
      if (refusal === null || refusal === 'CHANGED')
        return { kind: refusal === null ? 'done' : 'changed', reservations };
      return { kind: 'refused', refusal, minimum: minimumAmountInclTax ?? null };
    }
    if (answer.status === 422) return { kind: 'already_ended' };
    if (unavailableStatuses.includes(answer.status)) return { kind: 'unavailable' };
    throw unexpectedAnswer(answer);
  };
  return {
    /** Applies a code to all reservations of a purchase that are of one catalogue. */
    applyVoucher: (body: ApplyVoucherInput, call: CallOptions) =>
      voucher(addresses.applyVoucher(), body, call),

    removeVoucher: (body: RemoveVoucherInput, call: CallOptions) =>
      voucher(addresses.removeVoucher(), body, call),
  };
}
