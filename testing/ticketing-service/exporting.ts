import { expect } from 'vitest';
import { catalogFeedSchema } from '@/lib/contract/catalog-draft';
import { feedImportSchema } from '@/lib/contract/feed-import';
import { addresses, lastSegment } from '@/lib/contract/iri';
import { canonicalText } from '@/service/feed/canonical-feed';
import { readFeed } from '@/service/feed/read-feed';
import { inSlices } from '@/service/http/in-slices';
import { startTestService, type TestService } from './test-service';

/** The one form of a feed. */
export const canonical = async (body: unknown): Promise<string> =>
  (await inSlices(canonicalText((await inSlices(readFeed(body))).feed))).text;

/** Imports a feed as an organization. */
async function importAs(to: TestService, body: unknown, organization: string, query = '') {
  const answer = await to.call('POST', `${addresses.feeds()}${query}`, { body, organization });
  if (answer.status !== 201) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
  return feedImportSchema.parse(answer.body);
}

async function exportFrom(from: TestService, id: string, organization: string) {
  const { status, body } = await from.call('GET', addresses.managedFeed(id), { organization });
  expect([status, id]).toEqual([200, id]);
  const { feed, hash } = catalogFeedSchema.parse(body);
  return { feed, hash, text: JSON.stringify(feed) };
}

/** Two services with databases of their own, between which feeds are carried. */
export async function startExporting() {
  const [service, other] = await Promise.all([startTestService(), startTestService()]);
  const importInto = (body: unknown, organization: string, query = '') =>
    importAs(service, body, organization, query);
  const exportOf = (id: string, organization: string) => exportFrom(service, id, organization);
  return {
    service,
    importInto,
    exportOf,
    /** Imports, exports, imports elsewhere and exports again: all exports are the one form of the feed. */
    expectSame: async (body: unknown, organization: string): Promise<void> => {
      const first = await importInto(body, organization);
      const exported = await exportOf(lastSegment(first.catalog), organization);
      expect(exported.text).toBe(await canonical(body));
      const elsewhere = `${organization}-2`;
      const second = await importAs(other, exported.feed, elsewhere);
      expect(second.warnings).toEqual([]);
      expect(await exportFrom(other, lastSegment(second.catalog), elsewhere)).toEqual(exported);
      // For the service that has it already, the export is no change.
      const { difference, ...counts } = await importInto(exported.feed, organization, '?dryRun=true');
      expect(difference).toMatchObject({ things: [], priceCount: 0, capacityCount: 0 });
      expect(counts.event.changed + counts.session.changed + counts.product.changed).toBe(0);
    },
    close: async (): Promise<void> => {
      expect([...service.unexpectedErrors, ...other.unexpectedErrors]).toEqual([]);
      await Promise.all([service.close(), other.close()]);
    },
  };
}
