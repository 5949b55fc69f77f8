import type { Email } from 'postal-mime';

/**
 * The English subject of an e-mail with the number of its booking. That of the tickets names the visit instead, and the number
 * stands in the text: it is returned as that of a booking without visits, "Your tickets – booking ABC".
 */
export function numberedSubject({ subject = '', text }: Pick<Email, 'subject' | 'text'>): string {
  if (!subject.endsWith(' – your tickets')) return subject;
  return `Your tickets – booking ${/Booking number: (\S+)\./.exec(text ?? '')?.[1] ?? ''}`;
}
