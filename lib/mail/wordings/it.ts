import type { Wording } from '../wording';

export const it: Wording = {
  confirmation: {
    subject: (reference) => `I Suoi biglietti – ordine ${reference}`,
    heading: 'I Suoi biglietti sono pronti',
    introduction:
      'Grazie. Il Suo ordine è confermato e i biglietti sono sulla sua pagina, da mostrare o da stampare.',
  },
  preparing: {
    subject: (reference) => `Il Suo ordine è confermato – ordine ${reference}`,
    heading: 'Il Suo ordine è confermato',
    introduction:
      'Grazie. Il Suo ordine è confermato. I biglietti sono in preparazione: Le scriveremo di nuovo non appena saranno pronti.',
  },
  ticketsReady: {
    subject: (reference) => `I Suoi biglietti sono pronti – ordine ${reference}`,
    heading: 'I Suoi biglietti sono pronti',
    introduction: 'I biglietti del Suo ordine sono ora sulla pagina dell’ordine, da mostrare o da stampare.',
  },
  refund: {
    subject: (reference) => `Il rimborso è in arrivo – ordine ${reference}`,
    heading: 'Non è stato possibile concludere il Suo ordine',
    introduction: (amount) =>
      `Aveva pagato ${amount}. L’intero importo è stato rimborsato sul mezzo di pagamento utilizzato.`,
    when: 'La Sua banca lo mostrerà entro pochi giorni.',
  },
  notCharged: {
    subject: (reference) => `Non Le è stato addebitato nulla – ordine ${reference}`,
    heading: 'Non è stato possibile concludere il Suo ordine',
    introduction: 'Non Le è stato addebitato nulla.',
    pending: (amount) =>
      `Se la Sua banca mostra ${amount} come importo in sospeso, la voce scomparirà da sola entro pochi giorni.`,
  },
  reasons: {
    sold_out:
      'I Suoi biglietti erano prenotati per un tempo limitato. Il pagamento è arrivato dopo, e altri avevano comprato gli ultimi.',
    price_changed:
      'I Suoi biglietti erano prenotati per un tempo limitato. Il pagamento è arrivato dopo, e il prezzo era cambiato: non abbiamo voluto addebitarLe qualcosa che non aveva accettato.',
    order_refused: 'L’emittente dei biglietti non ha accettato l’ordine.',
  },
  code: {
    subject: 'Il Suo codice per trovare i Suoi ordini',
    heading: 'Il Suo codice',
    introduction: 'Inserisca questo codice nella pagina in cui lo ha richiesto:',
    goodFor: (minutes) => `Vale una sola volta e per ${minutes} minuti.`,
    ignore:
      'Se non lo ha richiesto, ignori questo messaggio: senza il codice nessuno può vedere i Suoi ordini. Non glielo chiederemo mai per telefono o per e-mail.',
  },
  openTickets: 'Apri i biglietti',
  openOrder: 'Vedi l’ordine',
  keepLink:
    'Chiunque abbia questo link può aprire i Suoi biglietti: lo inoltri solo a persone a cui li darebbe.',
  fee: 'Diritti di prenotazione',
  discount: 'Sconto',
  total: 'Totale',
  anyTime: 'a qualsiasi ora di quel giorno',
  venueTime: (zone) => `Gli orari sono quelli del luogo (${zone}).`,
  reference: 'Riferimento dell’ordine',
  colon: ':',
  automatic: 'Questo messaggio è stato inviato automaticamente.',
};
