import type { WalletTicket } from '@/lib/wallet/wallet-ticket';

export const sampleTicket: WalletTicket = {
  id: 'ffffffff-0000-4000-8000-00000000000a',
  visitId: 'a1b2c3d4e5f60718293a4b5c6d7e8f90',
  name: 'The Great Bend',
  from: 'River Boats',
  shop: 'Programme',
  moment: 'Tuesday 1 June 2027, 10:00',
  changed: '',
  changedBriefly: '',
  calledOff: null,
  begins: '2027-06-01T10:00:00+02:00',
  ends: '2027-06-01T11:15:00+02:00',
  place: { name: 'Quay', address: '1 Quay Street', position: { latitude: 47.2, longitude: -1.55 } },
  seat: null,
  holder: 'Zoë Łukasz-Nuñez',
  product: 'Adult',
  reference: 'MPCF-WH4Z',
  code: 'MPCF-WH4Z',
  language: 'en',
  colors: { ground: '#00697b', text: '#fdfaf1' },
};
