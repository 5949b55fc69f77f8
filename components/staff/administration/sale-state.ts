import type { ManagedSession } from '@/lib/contract/managed-catalog';

/** The state of a session's sale; one without places sells nothing, whatever the issuer's feed says. */
export function saleState({ status, capacity }: Pick<ManagedSession, 'status' | 'capacity'>) {
  return status === 'on_sale' && capacity === 0 ? 'no_capacity' : status;
}
