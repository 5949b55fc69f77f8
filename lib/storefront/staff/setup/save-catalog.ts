import { catalogOf, changeCatalog } from '../../../setup/catalog';
import type { Draft } from '../../../setup/draft';
import type { Result } from '../../../setup/result';
import {
  changedTimes,
  keepTimes,
  keptTimes,
  type KeptTimes,
  type ShownTimes,
} from '../../../setup/time-zone';
import { detailValues, typedCatalog, withText } from './catalog-fields';
import { saveDraft, type Saving } from './drafts';
import type { SetupProblem } from './setup-problem';
import { textOf, typedFields } from './typed';

/** What becomes of the sessions; `times` is null if they stay as they are. */
export interface DoneCatalog {
  readonly keep: KeptTimes;
  readonly times: ShownTimes | null;
}

interface SavingCatalog extends Saving {
  /** Why it is not saved yet, when it is known what becomes of the sessions. */
  readonly stop: (done: DoneCatalog) => SetupProblem | null;
}

/** Saves what is about the catalogue as a whole. Its language stays: every text was written in it. */
export function saveCatalog({ stop, ...saving }: SavingCatalog, form: FormData) {
  const typed = typedFields(form);
  const { name, timezone, issuer } = typedCatalog(typed);
  const keep = keptTimes.find((one) => one === textOf(typed, 'keptTimes')) ?? 'moments';
  return saveDraft(
    saving,
    (draft: Draft): Result<DoneCatalog> => {
      const { name: texts, language } = catalogOf(draft);
      const changed = changeCatalog(draft, { timezone, issuer, name: withText(texts, language, name) });
      if (changed.kind === 'refused' || timezone === catalogOf(draft).timezone)
        return changed.kind === 'refused' ? changed : { ...changed, keep, times: null };
      const moved = keepTimes(draft, changed.draft, keep);
      return { kind: 'changed', draft: moved, keep, times: changedTimes(draft, moved) };
    },
    { reasonFor: () => name, shown: detailValues, stop },
  );
}
