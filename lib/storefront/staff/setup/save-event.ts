import { eventOf, type Place, placesOf } from '../../../setup/event-view';
import { addEvent, changeEvent, changePlace, removeEvent } from '../../../setup/events';
import { refuse, type Result } from '../../../setup/result';
import { catalogOf } from '../../../setup/catalog';
import { saveDraft, type Saving } from './drafts';
import { eventValues, newPlace, pictureProblems, placeValues, typedEvent } from './event-fields';
import { fieldsBefore } from './merged';
import { sizeOfNewPicture } from './new-picture';
import { textOf, typedFields, wordsOf } from './typed';

/** Saves an event, a new one without `key`; resolves to its key. */
export async function saveEvent(saving: Saving, key: string | null, form: FormData) {
  const typed = typedFields(form);
  const size = await sizeOfNewPicture(saving.staff, typed, fieldsBefore(form));
  if (size === 'no_picture')
    return { kind: 'fields', problems: [{ field: 'imageAddress', problem: 'no_picture' }] } as const;
  return saveDraft(
    saving,
    (draft) => {
      const old = key === null ? null : eventOf(draft, key);
      const refused = pictureProblems(typed, old);
      if (refused !== null) return refused;
      // The form said that the draft has this picture, but it has another one.
      const isUnknown =
        size === null && !['', old?.images[0]?.contentUrl].includes(textOf(typed, 'imageAddress'));
      if (isUnknown) return refuse('imageAddress', 'no_picture');
      const event = typedEvent(draft, old, typed, size);
      const alternative = event.images?.[0]?.alternative[catalogOf(draft).language];
      if (event.images?.[0] !== undefined && alternative === undefined)
        return { kind: 'refused', problems: [{ field: 'imageText', problem: 'missing' }] };
      return inForm(key === null ? addEvent(draft, event) : changeEvent(draft, key, event));
    },
    {
      reasonFor: () => wordsOf(typed, 'name'),
      shown: (draft) => {
        const event = key === null ? null : eventOf(draft, key);
        return event && eventValues(draft, event);
      },
    },
  );
}

/** The result with the names of the fields of the form, where they differ from what the tool takes. */
function inForm<Done>(result: Result<Done>): Result<Done> {
  if (result.kind !== 'refused') return result;
  const names: Readonly<Record<string, string>> = {
    'place.position': 'place.latitude',
    images: 'imageAddress',
    image: 'imageAddress',
  };
  const problems = result.problems.map(({ field, problem }) => ({ field: names[field] ?? field, problem }));
  return { ...result, problems };
}

/** Removes an event with its sessions and with the tariffs that are for it alone. */
export function dropEvent(saving: Saving, key: string, reason: string) {
  return saveDraft(saving, (draft) => removeEvent(draft, key), { reasonFor: () => reason });
}

/** Saves a place in all events that take place there. */
export function savePlace(saving: Saving, old: Pick<Place, 'name' | 'address'>, form: FormData) {
  const place = newPlace(typedFields(form));
  return saveDraft(saving, (draft) => inForm(changePlace(draft, old, place)), {
    reasonFor: () => place.name,
    shown: (draft) => {
      const used = placesOf(draft).find(
        (one) => one.place.name === old.name && one.place.address === old.address,
      );
      return used === undefined ? null : placeValues(used.place);
    },
  });
}
