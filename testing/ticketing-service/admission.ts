import { randomUUID } from 'node:crypto';
import { type Admission, admissionsOutputSchema, type ScanInput } from '@/lib/contract/admission';
import { itemTicketSchema } from '@/lib/contract/item-ticket';
import type { Order } from '@/lib/contract/order';
import type { Callable } from './booking';

export const admissionsBulk = '/v1/booking/admissions/_bulk';
/** The day of all test tickets. */
export const testDay = '2027-06-01';

/** A scan of a test ticket on its day; `change` names the code and what differs. */
export function scanOf(change: Partial<ScanInput>): ScanInput {
  return {
    id: randomUUID(),
    date: testDay,
    entrance: 'North gate',
    scannedAt: new Date().toISOString(),
    ...change,
  };
}

/** The code of each ticket of an order. */
export async function codesOf(service: Callable, order: Order, organization?: string): Promise<string[]> {
  const paths = order.items.flatMap(({ tickets }) => tickets ?? []);
  const read = paths.map(async (path) => {
    const { body } = await service.call('GET', path, organization === undefined ? {} : { organization });
    return itemTicketSchema.parse(body).barcode.value;
  });
  return Promise.all(read);
}

const mostTries = 10;

/** Sends scans, again if the service is too busy (503), as devices do; throws if the answer is not 201. */
export async function sendScans(
  service: Callable,
  scans: readonly ScanInput[],
  organization?: string,
): Promise<Admission[]> {
  const send = () =>
    service.call('POST', admissionsBulk, {
      body: { admissions: scans },
      ...(organization === undefined ? {} : { organization }),
    });
  let { status, body } = await send();
  for (let tries = 1; status === 503 && tries < mostTries; tries += 1) ({ status, body } = await send());
  if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return admissionsOutputSchema.parse(body).admissions;
}

/** Sends one scan. */
export async function sendScan(
  service: Callable,
  change: Partial<ScanInput>,
  organization?: string,
): Promise<Admission> {
  const [admission] = await sendScans(service, [scanOf(change)], organization);
  if (admission === undefined) throw new Error('there was no result');
  return admission;
}
