import anyAscii from 'any-ascii';
import { typedText } from '../contract/typed-text';
import type { Language } from '../locale/languages';

/** What a table of sessions and tariffs can say, in the order of the template. */
export const importColumns = [
  'event',
  'description',
  'place',
  'address',
  'date',
  'time',
  'duration',
  'capacity',
  'tariff',
  'price',
  'vat',
] as const;
export type ImportColumn = (typeof importColumns)[number];

/** Without them a row says nothing. */
export const neededColumns = ['event', 'date', 'time'] as const satisfies readonly ImportColumn[];

/** The heads of the columns: the first word is that of the template, the others are understood too. */
const heads: Readonly<Record<Language, Readonly<Record<ImportColumn, readonly string[]>>>> = {
  en: {
    event: ['Event', 'Title', 'Event name'],
    description: ['Description'],
    place: ['Place', 'Venue', 'Location'],
    address: ['Address'],
    date: ['Date', 'Day', 'Start date'],
    time: ['Time', 'Start', 'Start time', 'Begins'],
    duration: ['Duration (minutes)', 'Minutes', 'Duration'],
    capacity: ['Capacity', 'Places', 'Seats', 'Quantity'],
    tariff: ['Tariff', 'Ticket', 'Ticket type', 'Ticket name', 'Price category'],
    price: ['Price (EUR)', 'Price'],
    vat: ['VAT (%)', 'VAT', 'VAT rate', 'Tax'],
  },
  fr: {
    event: ['Événement', 'Titre', 'Spectacle'],
    description: ['Description'],
    place: ['Lieu', 'Salle'],
    address: ['Adresse'],
    date: ['Date', 'Jour'],
    time: ['Heure', 'Horaire', 'Début'],
    duration: ['Durée (minutes)', 'Durée'],
    capacity: ['Capacité', 'Places', 'Jauge'],
    tariff: ['Tarif', 'Billet', 'Catégorie'],
    price: ['Prix (EUR)', 'Prix', 'Prix TTC'],
    vat: ['TVA (%)', 'TVA', 'Taux de TVA'],
  },
  de: {
    event: ['Veranstaltung', 'Titel', 'Event'],
    description: ['Beschreibung'],
    place: ['Ort', 'Veranstaltungsort', 'Spielstätte'],
    address: ['Adresse', 'Anschrift'],
    date: ['Datum', 'Tag'],
    time: ['Uhrzeit', 'Beginn', 'Zeit'],
    duration: ['Dauer (Minuten)', 'Dauer'],
    capacity: ['Plätze', 'Kapazität', 'Kontingent'],
    tariff: ['Tarif', 'Ticket', 'Kategorie', 'Preiskategorie'],
    price: ['Preis (EUR)', 'Preis'],
    vat: ['MwSt. (%)', 'MwSt', 'USt', 'Umsatzsteuer', 'Mehrwertsteuer'],
  },
  es: {
    event: ['Evento', 'Título'],
    description: ['Descripción'],
    place: ['Lugar', 'Sala', 'Recinto'],
    address: ['Dirección'],
    date: ['Fecha', 'Día'],
    time: ['Hora', 'Inicio'],
    duration: ['Duración (minutos)', 'Duración'],
    capacity: ['Aforo', 'Plazas', 'Capacidad'],
    tariff: ['Tarifa', 'Entrada', 'Categoría'],
    price: ['Precio (EUR)', 'Precio'],
    vat: ['IVA (%)', 'IVA', 'Tipo de IVA'],
  },
  it: {
    event: ['Evento', 'Titolo'],
    description: ['Descrizione'],
    place: ['Luogo', 'Sala', 'Sede'],
    address: ['Indirizzo'],
    date: ['Data', 'Giorno'],
    time: ['Ora', 'Orario', 'Inizio'],
    duration: ['Durata (minuti)', 'Durata'],
    capacity: ['Capienza', 'Posti'],
    tariff: ['Tariffa', 'Biglietto', 'Categoria'],
    price: ['Prezzo (EUR)', 'Prezzo'],
    vat: ['IVA (%)', 'IVA', 'Aliquota IVA'],
  },
  nl: {
    event: ['Evenement', 'Titel', 'Activiteit'],
    description: ['Beschrijving', 'Omschrijving'],
    place: ['Locatie', 'Plaats', 'Zaal'],
    address: ['Adres'],
    date: ['Datum', 'Dag'],
    time: ['Tijd', 'Tijdstip', 'Begin', 'Aanvang'],
    duration: ['Duur (minuten)', 'Duur'],
    capacity: ['Capaciteit', 'Plaatsen'],
    tariff: ['Tarief', 'Ticket', 'Categorie'],
    price: ['Prijs (EUR)', 'Prijs'],
    vat: ['Btw (%)', 'Btw', 'Btw-tarief'],
  },
};

/** The head of a column in the template. */
export const templateHead = (column: ImportColumn, language: Language): string =>
  heads[language][column][0] ?? column;

/** Letters of a head, so that accents, case, a currency, and what stands in brackets make no difference. */
const plainHead = (head: string): string =>
  anyAscii(typedText(head).replaceAll(/\([^()]*\)|\bEUR\b|[^\p{L}\p{N}]/giu, '')).toLowerCase();

const columnOfHead = new Map<string, ImportColumn>();
for (const ofLanguage of Object.values(heads))
  for (const column of importColumns)
    for (const head of ofLanguage[column]) {
      const plain = plainHead(head);
      if (!columnOfHead.has(plain)) columnOfHead.set(plain, column);
    }

/** Says of a price that it is one without tax. */
const withoutTax = /\b(?:HT|net|netto|neto|hors|excl|exkl|ex|without|ohne|zonder|sin|senza|imponibile)\b/i;

/** The column with a head in any of our languages; null: it is none of them. Prices without tax are not read as prices with it. */
export function findColumn(head: string): ImportColumn | null {
  const column = columnOfHead.get(plainHead(head)) ?? null;
  return column === 'price' && withoutTax.test(typedText(head)) ? null : column;
}

/** Whether the head of a duration names hours: `Duration (h)`. */
export const namesHours = (head: string): boolean =>
  /\b(?:h|hrs?|hours?|heures?|std|stunden?|uur|uren|horas?|ore)\b/i.test(typedText(head));
