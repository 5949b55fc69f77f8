/**
 * The English subject of an e-mail with the number of its booking. That of the tickets names the visit instead, and the number
 * stands in the text: it is returned as that of a booking without visits, "Your tickets – booking ABC".
 */
export function numberedSubject({ subject = '', text }: { subject?: string | undefined; text?: string | undefined }): string {
  if (!subject.endsWith(' – your tickets')) return subject;
  return `Your tickets – booking ${/Booking number: (\S+)\./.exec(text ?? '')?.[1] ?? ''}`;
}
