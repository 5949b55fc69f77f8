import { createPublicKey } from 'node:crypto';
import { jwtVerify } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { newWalletTexts } from '@/testing/fakes/wallet-certificates';
import { sampleTicket as ticket } from '@/testing/wallet-ticket';
import { type GoogleCredentials, googleCredentials } from './credentials';
import { googleLink } from './google-link';

const issuerId = '3388000000000000000';
const now = new Date();
let credentials: GoogleCredentials;
beforeAll(async () => {
  credentials = googleCredentials(issuerId, (await newWalletTexts(now)).account);
});

const tokenOf = async (changes: Partial<typeof ticket> = {}) => {
  const link = await googleLink({ ...ticket, ...changes }, credentials, now);
  expect(link).toMatch(/^https:\/\/pay\.google\.com\/gp\/v\/save\/[\w-]+\.[\w-]+\.[\w-]+$/);
  return link.split('/').at(-1) ?? '';
};

async function contentOf(token: string) {
  const key = createPublicKey(credentials.key);
  const options = { issuer: 'wallet@demo.test', audience: 'google', algorithms: ['RS256'] };
  return (await jwtVerify(token, key, options)).payload;
}

describe('a link to Google Wallet', () => {
  it('is signed by the operator’s service account, and shows what is on the ticket', async () => {
    const id = (of: string) => `${issuerId}.${of}`;
    const text = (value: string) => ({ defaultValue: { language: 'en', value } });
    expect(await contentOf(await tokenOf())).toMatchObject({
      typ: 'savetowallet',
      iat: Math.floor(now.getTime() / 1000),
      payload: {
        eventTicketClasses: [
          {
            id: id(ticket.visitId),
            issuerName: 'Programme',
            reviewStatus: 'UNDER_REVIEW',
            eventName: text('The Great Bend'),
            venue: { name: text('Quay'), address: text('1 Quay Street') },
            dateTime: { start: '2027-06-01T10:00:00+02:00', end: '2027-06-01T11:15:00+02:00' },
          },
        ],
        eventTicketObjects: [
          {
            id: id(ticket.id),
            classId: id(ticket.visitId),
            state: 'ACTIVE',
            ticketNumber: 'MPCF-WH4Z',
            barcode: { type: 'QR_CODE', value: 'MPCF-WH4Z' },
            ticketHolderName: 'Zoë Łukasz-Nuñez',
            ticketType: text('Adult'),
          },
        ],
      },
    });
  });

  it('has the numbered seat in its parts', async () => {
    const text = (value: string) => ({ defaultValue: { language: 'en', value } });
    const seat = { section: 'Stalls', row: 'D', number: '3', text: 'Stalls, row D, seat 3' };
    expect(await contentOf(await tokenOf({ seat }))).toMatchObject({
      payload: {
        eventTicketObjects: [{ seatInfo: { section: text('Stalls'), row: text('D'), seat: text('3') } }],
      },
    });
  });

  it('says on its front that it is called off, and is not active when it is cancelled', async () => {
    const said = 'The organiser has called off this date.';
    const of = async (calledOff: 'cancelled' | 'postponed') =>
      (await contentOf(await tokenOf({ changed: said, changedBriefly: said, calledOff })))['payload'];
    const name = { defaultValue: { value: `${said} The Great Bend` } };
    const classes = [{ eventName: name }];
    expect(await of('cancelled')).toMatchObject({
      eventTicketClasses: classes,
      eventTicketObjects: [{ state: 'INACTIVE' }],
    });
    expect(await of('postponed')).toMatchObject({
      eventTicketClasses: classes,
      eventTicketObjects: [{ state: 'ACTIVE' }],
    });
  });

  it('that somebody has changed is not valid', async () => {
    const [head = '', , signature = ''] = (await tokenOf()).split('.');
    const [, other = ''] = (await tokenOf({ reference: 'OTHER' })).split('.');
    await expect(contentOf(`${head}.${other}.${signature}`)).rejects.toThrow(/signature/);
  });

  it('is as short as Google asks: with long names it leaves out whole parts, never the event or the code', async () => {
    const long = '川の船'.repeat(20);
    const place = { name: long, address: long, position: null };
    const token = await tokenOf({ name: long, holder: long, product: long, place });
    expect(token.length).toBeLessThanOrEqual(1_800);
    const content = JSON.stringify(await contentOf(token));
    expect(content).toContain(`"eventName":{"defaultValue":{"language":"en","value":"${long}"}}`);
    expect(content).toContain('"value":"MPCF-WH4Z"');
    expect(content).not.toContain('ticketType');
    expect((await tokenOf()).length).toBeLessThanOrEqual(1_800);
  });

  it('leaves out what is not known, and a place without an address, which Google would refuse', async () => {
    const bare = { begins: null, ends: null, holder: '', product: '' };
    const place = { name: 'Quay', address: '', position: null };
    const content = JSON.stringify(await contentOf(await tokenOf({ ...bare, place })));
    expect(content).not.toMatch(/dateTime|venue|ticketHolderName|ticketType/);
  });
});
