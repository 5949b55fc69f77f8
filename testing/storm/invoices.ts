import { buy, ordersOf } from './buying';
import { cancelUnits, unitsOf } from './cancelling';
import { ask, type Storm } from './storm-context';

/** The invoice is corrected, sometimes in two windows, while a ticket is cancelled; then once more. */
export async function correctInvoice(storm: Storm): Promise<void> {
  const { random } = storm;
  const bought = await buy(storm, { keys: ['odd', 'third', 'seat'] });
  if (bought?.state !== 'ordered') return;
  const { id } = bought;
  const [order] = await ordersOf(storm, id);
  const correct = (company: string) => correctedTo(storm, id, company);
  const others = random.chance(0.5) ? [correct('River Tours GmbH')] : [];
  const cancel = async () => {
    if (order === undefined) return;
    await cancelUnits(storm, { id, orderId: order.id }, (await unitsOf(storm, order.id)).slice(0, 1));
  };
  await Promise.all([correct('River Tours SARL'), ...others, ...(random.chance(0.5) ? [cancel()] : [])]);
  if (random.chance(0.3)) await correct('');
}

async function correctedTo(storm: Storm, id: string, company: string): Promise<void> {
  const buyer = { company, address: company === '' ? '' : '2 quay, Lyon', vatNumber: null, country: null };
  const answer = await ask(storm, 'correctInvoices', id, buyer);
  storm.count(`invoice: ${answer ?? 'no answer'}`);
}
