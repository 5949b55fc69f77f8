import { beforeAll, describe, expect, it } from 'vitest';
import { filesOfPass, isSigned } from '@/testing/signed-pass';
import { newWalletTexts, type WalletTexts } from '@/testing/fakes/wallet-certificates';
import { applePass } from './apple-pass';
import { appleCredentials } from './credentials';
import { sampleTicket as ticket } from '@/testing/wallet-ticket';
import type { WalletLabels } from './wallet-ticket';

const labels: WalletLabels = {
  when: 'When',
  where: 'Where',
  seat: 'Seat',
  holder: 'For',
  product: 'Ticket',
  reference: 'Ticket number',
  address: 'Address',
};
const icon = Buffer.from('icon');
let texts: WalletTexts;
beforeAll(async () => {
  texts = await newWalletTexts(new Date());
});

const passOf = (changes: Partial<typeof ticket> = {}) =>
  applePass({ ...ticket, ...changes }, labels, appleCredentials(texts), { 'icon.png': icon });

const contentOf = (pass: Uint8Array): unknown =>
  JSON.parse(filesOfPass(pass).get('pass.json')?.toString() ?? '');

describe('a pass for Apple Wallet', () => {
  it('is signed by the operator, under the authority that signed the certificate', async () => {
    const pass = await passOf();
    expect(await isSigned(pass, texts.authority)).toBe(true);
    expect(await isSigned(pass, (await newWalletTexts(new Date())).authority)).toBe(false);
    const changed = Buffer.from(pass);
    const at = changed.indexOf('Łukasz');
    expect(at).toBeGreaterThan(0);
    changed.write('Mukasz', at);
    expect(await isSigned(changed, texts.authority)).toBe(false);
  });

  it('shows what is on the ticket, and names its kind and team as the certificate does', async () => {
    expect(contentOf(await passOf())).toMatchObject({
      formatVersion: 1,
      passTypeIdentifier: 'pass.test.demo.tickets',
      teamIdentifier: 'DEMOTEAM01',
      serialNumber: ticket.id,
      organizationName: 'Programme',
      description: 'The Great Bend',
      backgroundColor: 'rgb(0, 105, 123)',
      barcodes: [{ format: 'PKBarcodeFormatQR', message: 'MPCF-WH4Z', messageEncoding: 'iso-8859-1' }],
      relevantDate: '2027-06-01T08:00:00.000Z',
      locations: [{ latitude: 47.2, longitude: -1.55 }],
      eventTicket: {
        primaryFields: [{ label: 'River Boats', value: 'The Great Bend' }],
        secondaryFields: [{ label: 'When', value: 'Tuesday 1 June 2027, 10:00' }],
        auxiliaryFields: [
          { label: 'Where', value: 'Quay' },
          { label: 'Ticket', value: 'Adult' },
          { label: 'For', value: 'Zoë Łukasz-Nuñez' },
        ],
        backFields: [
          { label: 'Ticket number', value: 'MPCF-WH4Z' },
          { label: 'Address', value: '1 Quay Street' },
        ],
      },
    });
  });

  it('shows the numbered seat before the place', async () => {
    const seat = { section: 'Stalls', row: 'D', number: '3', text: 'Stalls, row D, seat 3' };
    expect(contentOf(await passOf({ seat }))).toMatchObject({
      eventTicket: {
        auxiliaryFields: [
          { label: 'Seat', value: 'Stalls, row D, seat 3' },
          { label: 'Where' },
          { label: 'Ticket' },
          { label: 'For' },
        ],
      },
    });
  });

  const said = 'The organiser has cancelled this date.';
  const cancelled = {
    changed: `${said} We write to you.`,
    changedBriefly: said,
    calledOff: 'cancelled',
  } as const;

  it('says on its front that it is called off, and reminds nobody of it', async () => {
    const content = contentOf(await passOf(cancelled));
    expect(content).not.toHaveProperty('relevantDate');
    expect(content).toMatchObject({
      eventTicket: {
        secondaryFields: [{ label: 'When', value: said }],
        auxiliaryFields: [
          { label: 'When', value: 'Tuesday 1 June 2027, 10:00', row: 0 },
          { label: 'Where', value: 'Quay', row: 1 },
          { label: 'Ticket', value: 'Adult', row: 1 },
          { label: 'For', value: 'Zoë Łukasz-Nuñez', row: 1 },
        ],
        backFields: [{ label: 'When', value: `${said} We write to you.` }, {}, {}],
      },
    });
    expect(contentOf(await passOf({ ...cancelled, calledOff: 'postponed' }))).not.toHaveProperty(
      'relevantDate',
    );
  });

  it('says on its front from when it was moved, and has the new date', async () => {
    const moved = 'Moved from Tuesday 1 June 2027, 09:00';
    expect(contentOf(await passOf({ changed: moved, changedBriefly: moved }))).toMatchObject({
      relevantDate: '2027-06-01T08:00:00.000Z',
      eventTicket: { secondaryFields: [{ value: moved }] },
    });
  });

  it('leaves out what is not known', async () => {
    const bare = { place: null, begins: null, ends: null, moment: '', holder: '', product: '' };
    const content = contentOf(await passOf(bare));
    expect(content).not.toHaveProperty('relevantDate');
    expect(content).not.toHaveProperty('locations');
    expect(content).toMatchObject({
      eventTicket: { secondaryFields: [], auxiliaryFields: [], backFields: [{ value: 'MPCF-WH4Z' }] },
    });
  });

  it('says in which encoding a code in another script is', async () => {
    expect(contentOf(await passOf({ code: '票-1' }))).toMatchObject({
      barcodes: [{ message: '票-1', messageEncoding: 'utf-8' }],
    });
  });

  it('has the pictures that it is given', async () => {
    expect(filesOfPass(await passOf()).get('icon.png')).toEqual(icon);
  });
});
