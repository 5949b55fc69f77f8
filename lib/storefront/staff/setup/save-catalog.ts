import { catalogOf, changeCatalog } from '../../../setup/catalog';
import { detailValues, typedCatalog, withText } from './catalog-fields';
import { saveDraft, type Saving } from './drafts';
import { typedFields } from './typed';

/** Saves what is about the catalogue as a whole. Its language stays: every text was written in it. */
export function saveCatalog(saving: Saving, form: FormData) {
  const { name, timezone, issuer } = typedCatalog(typedFields(form));
  return saveDraft(
    saving,
    (draft) => {
      const { name: texts, language } = catalogOf(draft);
      return changeCatalog(draft, { timezone, issuer, name: withText(texts, language, name) });
    },
    { reasonFor: () => name, shown: detailValues },
  );
}
