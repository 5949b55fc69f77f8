import type { FailedReservation, FailureReason } from '@/lib/contract/reservation';
import type { RequestedItem } from './reservation';

const messages: Readonly<Record<string, Readonly<Record<FailureReason, string>>>> = {
  en: {
    SOLD_OUT: 'Sold out.',
    INSUFFICIENT_QUANTITY: 'Fewer are left than were asked for.',
    SESSION_UNAVAILABLE: 'This session can no longer be booked.',
    NOT_ON_SALE: 'This offer is no longer on sale.',
    LIMIT_EXCEEDED: 'More were asked for than one customer may hold.',
  },
  fr: {
    SOLD_OUT: 'Complet.',
    INSUFFICIENT_QUANTITY: 'Il reste moins de places que demandé.',
    SESSION_UNAVAILABLE: 'Cette séance ne peut plus être réservée.',
    NOT_ON_SALE: 'Cette offre n’est plus en vente.',
    LIMIT_EXCEEDED: 'La demande dépasse ce qu’un client peut réserver.',
  },
  de: {
    SOLD_OUT: 'Ausverkauft.',
    INSUFFICIENT_QUANTITY: 'Es sind weniger übrig als gewünscht.',
    SESSION_UNAVAILABLE: 'Dieser Termin kann nicht mehr gebucht werden.',
    NOT_ON_SALE: 'Dieses Angebot wird nicht mehr verkauft.',
    LIMIT_EXCEEDED: 'Es wurde mehr verlangt, als ein Kunde reservieren darf.',
  },
  es: {
    SOLD_OUT: 'Agotado.',
    INSUFFICIENT_QUANTITY: 'Quedan menos de los solicitados.',
    SESSION_UNAVAILABLE: 'Esta sesión ya no se puede reservar.',
    NOT_ON_SALE: 'Esta oferta ya no está a la venta.',
    LIMIT_EXCEEDED: 'Se ha pedido más de lo que un cliente puede reservar.',
  },
  it: {
    SOLD_OUT: 'Esaurito.',
    INSUFFICIENT_QUANTITY: 'Ne restano meno di quanti richiesti.',
    SESSION_UNAVAILABLE: 'Questa sessione non si può più prenotare.',
    NOT_ON_SALE: 'Questa offerta non è più in vendita.',
    LIMIT_EXCEEDED: 'È stato chiesto più di quanto un cliente possa prenotare.',
  },
  nl: {
    SOLD_OUT: 'Uitverkocht.',
    INSUFFICIENT_QUANTITY: 'Er zijn er minder over dan gevraagd.',
    SESSION_UNAVAILABLE: 'Deze sessie kan niet meer worden geboekt.',
    NOT_ON_SALE: 'Dit aanbod is niet meer te koop.',
    LIMIT_EXCEEDED: 'Er is meer gevraagd dan één klant mag reserveren.',
  },
};

/** What only the moment decided: why an item of a bulk call was not held. */
export interface Failure {
  reason: FailureReason;
  /** How many could have been had; null when that does not tell. */
  availableQuantity: number | null;
}

/** The failure on the wire, its message in the language asked for. */
export function failedReservation(
  requested: RequestedItem,
  index: number,
  { reason, availableQuantity }: Failure,
  language: string,
): FailedReservation {
  const message = messages[language]?.[reason] ?? reason;
  return {
    '@type': 'FailedReservation',
    index,
    offer: requested.offer,
    quantity: requested.quantity,
    ticketSessions: requested.ticketSessions.map(({ ticket, session }) => ({
      ticket,
      ...(session === undefined ? {} : { session }),
    })),
    reason,
    availableQuantity,
    message,
  };
}
