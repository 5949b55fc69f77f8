import { z } from 'zod';
import { idSchema } from '../../../contract/iri';
import type { Language } from '../../../locale/languages';
import { paths } from '../../../locale/paths';
import { choiceQuery, readChoice } from '../../common/offer/hold-choice';

/** The fields of an offer's form that say which form it is. */
export const seatFormFields = z.object({ catalogId: idSchema, offerId: idSchema });

/** The address of an offer's form with what was chosen in it, and the seats. */
export function formWithSeats(
  { catalogId, offerId }: z.output<typeof seatFormFields>,
  form: FormData,
  language: Language,
): string {
  const { seats = [], ...choice } = readChoice(form.entries(), offerId);
  return `${paths.offer(language, catalogId, offerId, choiceQuery({ ...choice, seats }, offerId))}#seats`;
}
