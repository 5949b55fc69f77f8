import type { PassType } from 'passkit-generator';
import type { AppleCredentials } from './credentials';
import type { WalletLabels, WalletTicket } from './wallet-ticket';

/** A signed pass for Apple Wallet (.pkpass), of one ticket. `icons`: PNG files by the names that Apple gives them. */
export async function applePass(
  ticket: WalletTicket,
  labels: WalletLabels,
  { certificate, key, authority, passType, team }: AppleCredentials,
  icons: Readonly<Record<string, Buffer>>,
): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded with the first pass: most processes never make one.
  const { PKPass, PassType: Fields } = await import('passkit-generator');
  const { ground, text } = ticket.colors;
  const pass = new PKPass(
    { ...icons },
    { signerCert: certificate, signerKey: key, wwdr: authority },
    {
      formatVersion: 1,
      passTypeIdentifier: passType,
      teamIdentifier: team,
      serialNumber: ticket.id,
      organizationName: ticket.shop,
      description: ticket.name,
      logoText: ticket.shop,
      backgroundColor: rgb(ground),
      foregroundColor: rgb(text),
      labelColor: rgb(text),
    },
  );
  const fields = new Fields('eventTicket');
  addFields(fields, ticket, labels);
  pass.types.push(fields);
  pass.setBarcodes({
    format: 'PKBarcodeFormatQR',
    message: ticket.code,
    messageEncoding: /^[\0-\xff]*$/.test(ticket.code) ? 'iso-8859-1' : 'utf-8',
    altText: ticket.reference,
  });
  // Nobody is led to what does not take place then.
  if (ticket.begins !== null && ticket.calledOff === null) pass.setRelevantDate(new Date(ticket.begins));
  const position = ticket.place?.position ?? null;
  if (position !== null) pass.setLocations({ ...position });
  return new Uint8Array(pass.getAsBuffer());
}

/** Apple Wallet leaves out a row without fields, but shows a field without a value. */
function addFields(pass: PassType<'eventTicket'>, ticket: WalletTicket, labels: WalletLabels): void {
  const { name, from, moment, changed, changedBriefly, place, seat, holder, product, reference } = ticket;
  const shown = (fields: { key: string; label: string; value: string }[]) =>
    fields.filter(({ value }) => value !== '');
  pass.primaryFields.push({ key: 'event', label: from, value: name });
  const when = shown([{ key: 'when', label: labels.when, value: moment }]);
  const change = shown([{ key: 'change', label: labels.when, value: changedBriefly }]);
  const others = shown([
    { key: 'seat', label: labels.seat, value: seat?.text ?? '' },
    { key: 'where', label: labels.where, value: place?.name ?? '' },
    { key: 'product', label: labels.product, value: product },
    { key: 'holder', label: labels.holder, value: holder },
  ]);
  // A change needs a row of its own: of the two rows of an event ticket that can be added, `when` is then the first.
  pass.secondaryFields.push(...(change.length === 0 ? when : change));
  pass.auxiliaryFields.push(...(change.length === 0 ? others : [...inRow(0, when), ...inRow(1, others)]));
  pass.backFields.push(
    ...shown([
      { key: 'changed', label: labels.when, value: changed },
      { key: 'reference', label: labels.reference, value: reference },
      { key: 'address', label: labels.address, value: place?.address ?? '' },
    ]),
  );
}

const inRow = <Field>(row: 0 | 1, fields: readonly Field[]) => fields.map((field) => ({ ...field, row }));

function rgb(hex: string): string {
  const [red, green, blue] = [1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16));
  return `rgb(${red ?? 0}, ${green ?? 0}, ${blue ?? 0})`;
}
