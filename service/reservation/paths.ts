const id = '([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})';
const catalog = `^/v1/ticketing/catalogs/${id}`;
const offer = new RegExp(`${catalog}/offers/${id}$`);
const ticket = new RegExp(`${catalog}/offers/${id}/tickets/${id}$`);
const session = new RegExp(`${catalog}/events/${id}/sessions/${id}$`);

/** The identifiers in the path of an offer; null for what is no such path. */
export function offerPath(iri: string): { catalogId: string; offerId: string } | null {
  const [catalogId, offerId] = identifiers(offer, iri);
  return catalogId === undefined || offerId === undefined ? null : { catalogId, offerId };
}

/** The identifiers in the path of an offer's ticket. */
export function ticketPath(iri: string): { catalogId: string; offerId: string; ticketId: string } | null {
  const [catalogId, offerId, ticketId] = identifiers(ticket, iri);
  if (catalogId === undefined || offerId === undefined || ticketId === undefined) return null;
  return { catalogId, offerId, ticketId };
}

/** The identifiers in the path of a session. */
export function sessionPath(iri: string): { catalogId: string; eventId: string; sessionId: string } | null {
  const [catalogId, eventId, sessionId] = identifiers(session, iri);
  if (catalogId === undefined || eventId === undefined || sessionId === undefined) return null;
  return { catalogId, eventId, sessionId };
}

function identifiers(form: RegExp, iri: string): string[] {
  return (
    form
      .exec(iri)
      ?.slice(1)
      .map((one) => one.toLowerCase()) ?? []
  );
}
