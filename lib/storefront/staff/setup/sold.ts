import type { CatalogAdmin } from '../../../client/catalog-admin';
import type { Language } from '../../../locale/languages';
import type { SoldSession } from '../../../setup/sold-sessions';
import { forCatalogs } from '../administration/catalogs';

/** The published sessions to come for which tickets were sold; of a catalogue that is not published yet there are none. */
export async function soldSessions(
  admin: CatalogAdmin,
  catalogId: string,
  language: Language,
): Promise<readonly SoldSession[]> {
  const found = await admin.getSoldSessions(catalogId, { language });
  return found.kind === 'found' ? found.value.sessions : [];
}

/** How many tickets were sold for the sessions to come of an event; null: this can't be read now. */
export async function readSoldTickets(
  catalogId: string,
  event: string,
  language: Language,
): Promise<number | null> {
  const answer = await forCatalogs('catalog:edit', [catalogId], (admin) =>
    soldSessions(admin, catalogId, language),
  );
  if (answer.kind !== 'staff' || answer.value.kind !== 'loaded') return null;
  return answer.value.value
    .filter((one) => one.event === event)
    .reduce((sum, { tickets }) => sum + tickets, 0);
}
