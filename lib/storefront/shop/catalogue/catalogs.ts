import type { Language } from '../../../locale/languages';
import { accentOf } from './accent';
import { load, noteShownAt } from '../../common/request/load';
import { catalogView } from '../../common/catalogue/views';

/** The issuers whose catalogues the shop may sell. */
export function loadCatalogs(language: Language) {
  return load([], async ({ client }) => {
    noteShownAt(new Date());
    const { members } = await client.listCatalogs({ language });
    return members.map((catalog) => ({
      ...catalogView(catalog, language),
      accent: accentOf(catalog.id),
    }));
  });
}
