import { z } from 'zod';
import { lastSegment } from '@/lib/contract/iri';
import { offerSchema, offerTicketSchema } from '@/lib/contract/offer';
import { type Callable, list } from '@/testing/ticketing-service/booking';
import { madeVoucher } from '@/testing/ticketing-service/voucher';
import { stormFeed } from './feed';

export const issuer = 'river';

/** An offer that can be bought, by paths of the service. */
export interface OfferOnSale {
  /** The product's key in the feed. */
  key: string;
  date: string;
  offer: string;
  /** The ticket for a session; null: a gift card has none. */
  ticket: string | null;
  /** The ticket that is for a day: of the museum, or a gift card; null: its units have none. */
  dated: string | null;
  /** Sessions that the ticket gives access to. */
  sessions: string[];
}

export interface Catalogue {
  id: string;
  /** Its path. */
  path: string;
  offers: OfferOnSale[];
}

/** Vouchers of every kind; and a code that is none. */
const vouchers = [
  { code: 'THIRD-OFF', kind: 'percentage', value: '33.33' },
  { code: 'SEVEN', kind: 'amount', value: '7.01' },
  { code: 'LIMIT3', kind: 'percentage', value: '10.00', maximumUses: 3 },
  { code: 'ONCE', kind: 'amount', value: '5.00', maximumUses: 1 },
  { code: 'MIN40', kind: 'amount', value: '10.00', minimumAmountInclTax: '40.00' },
  { code: 'ALLFREE', kind: 'percentage', value: '100.00' },
] as const;
export const wrongCode = 'NONSENSE';
export const codes = ['THIRD-OFF', 'SEVEN', 'LIMIT3', 'ONCE', 'MIN40', 'ALLFREE', wrongCode] as const;

/** Imports the catalogue of the storm, with its vouchers. */
export async function openCatalogue(service: Callable): Promise<Catalogue> {
  const imported = await service.call('POST', '/v1/ticketing/feeds', {
    body: stormFeed,
    organization: issuer,
  });
  if (imported.status !== 201) throw new Error(`${imported.status}: ${JSON.stringify(imported.body)}`);
  const path = z.string().parse((await list(service, '/v1/ticketing/catalogs'))[0]?.['@id']);
  for (const voucher of vouchers) await madeVoucher(service, path, voucher);
  const offers = z.array(offerSchema).parse(await list(service, `${path}/offers?itemsPerPage=100`));
  return {
    id: lastSegment(path),
    path,
    offers: await Promise.all(offers.map((one) => onSale(service, one))),
  };
}

async function onSale(service: Callable, offer: z.infer<typeof offerSchema>): Promise<OfferOnSale> {
  const tickets = z.array(offerTicketSchema).parse(await list(service, `${offer['@id']}/tickets`));
  const main = tickets.find(({ dateAccess }) => !dateAccess);
  return {
    key: offer.product.name,
    date: offer.date,
    offer: offer['@id'],
    ticket: main?.['@id'] ?? null,
    dated: tickets.find(({ dateAccess }) => dateAccess)?.['@id'] ?? null,
    sessions: main?.sessions.map((session) => session['@id']) ?? [],
  };
}
