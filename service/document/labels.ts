/** The fixed words of a document. */
export interface Labels {
  tickets: string;
  order: string;
  orderedOn: string;
  holder: string;
  anyTime: string;
  venueTime: string;
  price: string;
  total: string;
  exclTax: string;
  part: string;
  qrCode: string;
  taxNumber: string;
}

const en: Labels = {
  tickets: 'Tickets',
  order: 'Order',
  orderedOn: 'Ordered on',
  holder: 'Name',
  anyTime: 'Any time that day',
  venueTime: 'time of the venue',
  price: 'Price',
  total: 'Total',
  exclTax: 'excluding tax',
  part: 'Ticket',
  qrCode: 'QR code of ticket',
  taxNumber: 'VAT number',
};

const labels: Readonly<Record<string, Labels>> = {
  en,
  fr: {
    tickets: 'Billets',
    order: 'Commande',
    orderedOn: 'Commandé le',
    holder: 'Nom',
    anyTime: 'À toute heure ce jour-là',
    venueTime: 'heure du lieu',
    price: 'Prix',
    total: 'Total',
    exclTax: 'hors taxes',
    part: 'Billet',
    qrCode: 'Code QR du billet',
    taxNumber: 'Numéro de TVA',
  },
  de: {
    tickets: 'Tickets',
    order: 'Bestellung',
    orderedOn: 'Bestellt am',
    holder: 'Name',
    anyTime: 'Den ganzen Tag über',
    venueTime: 'Ortszeit',
    price: 'Preis',
    total: 'Gesamt',
    exclTax: 'ohne Steuer',
    part: 'Ticket',
    qrCode: 'QR-Code des Tickets',
    taxNumber: 'USt-IdNr.',
  },
  es: {
    tickets: 'Entradas',
    order: 'Pedido',
    orderedOn: 'Pedido el',
    holder: 'Nombre',
    anyTime: 'A cualquier hora de ese día',
    venueTime: 'hora del lugar',
    price: 'Precio',
    total: 'Total',
    exclTax: 'sin impuestos',
    part: 'Entrada',
    qrCode: 'Código QR de la entrada',
    taxNumber: 'NIF-IVA',
  },
  it: {
    tickets: 'Biglietti',
    order: 'Ordine',
    orderedOn: 'Ordinato il',
    holder: 'Nome',
    anyTime: 'A qualsiasi ora di quel giorno',
    venueTime: 'ora del luogo',
    price: 'Prezzo',
    total: 'Totale',
    exclTax: 'tasse escluse',
    part: 'Biglietto',
    qrCode: 'Codice QR del biglietto',
    taxNumber: 'Partita IVA',
  },
  nl: {
    tickets: 'Tickets',
    order: 'Bestelling',
    orderedOn: 'Besteld op',
    holder: 'Naam',
    anyTime: 'Die dag op elk moment',
    venueTime: 'plaatselijke tijd',
    price: 'Prijs',
    total: 'Totaal',
    exclTax: 'exclusief btw',
    part: 'Ticket',
    qrCode: 'QR-code van ticket',
    taxNumber: 'Btw-nummer',
  },
};

/** The words in a language; English where we have none. */
export function labelsIn(language: string): Labels {
  return labels[language] ?? en;
}
