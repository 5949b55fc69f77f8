import { addresses } from '@/lib/contract/iri';
import { inCatalog } from '@/service/ids/catalog-id';
import type { BenchOffer } from './catalogue';
import { numberedId, ticketsJson } from './limits';
import { runSql } from './sql';
import type { BenchEnvironment } from './environment';

/**
 * Writes so many reservations with their holds, as the service would, spread over offers: from number `first` on,
 * one unit each. Expired ones expired a minute ago.
 */
export function seedHolds(
  { organizationId }: BenchEnvironment,
  url: string,
  {
    offers,
    first,
    count,
    expired,
  }: { offers: readonly BenchOffer[]; first: number; count: number; expired: boolean },
): Promise<void> {
  const rows = offers
    .map((offer, i) => {
      const session = offer.chosen[0]?.sessionId ?? '';
      return `(${i}, '${offer.catalogId}'::uuid, '${offer.offerId}'::uuid, '${offer.productId}'::uuid, '${session}'::uuid, '${ticketsJson(offer)}'::jsonb)`;
    })
    .join(', ');
  const [created, expires] = expired
    ? [`now() - interval '21 minutes'`, `now() - interval '1 minute'`]
    : ['now()', `now() + interval '1 day'`];
  return runSql(
    url,
    `create temporary table seed as
       select ${numberedId('number', 'catalog_id')} as hold_id, offer.* from generate_series(${first}, ${first + count - 1}) number
       join (values ${rows}) as offer (n, catalog_id, offer_id, product_id, session_id, tickets)
         on offer.n = number % ${offers.length}`,
    'begin',
    `insert into ticketing.reservation (organization_id, id, created_at, expires_at, catalog_id, offer_id, product_id,
       quantity, unit_amount, unit_amount_excl_tax, tickets, held_counters)
     select '${organizationId}', hold_id, ${created}, ${expires}, catalog_id, offer_id, product_id, 1, 36.00,
       30.00, tickets, 1 from seed`,
    `insert into ticketing.hold (catalog_id, counter_id, hold_id, units, expires_at)
     select catalog_id, session_id, hold_id, 1, ${expires} from seed`,
    `update ticketing.counter set held = held + seeded.units
     from (select catalog_id, session_id, count(*) as units from seed group by 1, 2) seeded
     where counter.catalog_id = seeded.catalog_id and id = seeded.session_id`,
    'commit',
    'drop table seed',
  );
}

/** The path of a numbered reservation of these offers. */
export function numberedReservation(number: number, offers: readonly BenchOffer[]): string {
  const offer = offers[number % offers.length];
  if (offer === undefined) throw new Error('there are no offers');
  const id = `${number.toString(16).padStart(8, '0')}-0000-8000-8000-000000000000`;
  return addresses.reservation(inCatalog(id, offer.catalogId));
}
