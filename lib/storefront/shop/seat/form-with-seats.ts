import { z } from 'zod';
import { idSchema } from '../../../contract/iri';
import type { Language } from '../../../locale/languages';
import { paths } from '../../../locale/paths';
import { choiceQuery, readChoice } from '../../common/offer/hold-choice';

const placeSchema = z.object({ catalogId: idSchema, offerId: idSchema });

/** The address of an offer's form with what was chosen in it, and the seats; null when the form was not made by the shop. */
export function formWithSeats(form: FormData, language: Language): string | null {
  const place = placeSchema.safeParse(Object.fromEntries(form)).data;
  if (place === undefined) return null;
  const { catalogId, offerId } = place;
  const { seats = [], ...choice } = readChoice(form.entries(), offerId);
  return `${paths.offer(language, catalogId, offerId, choiceQuery({ ...choice, seats }, offerId))}#seats`;
}
