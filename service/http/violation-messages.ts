import type { ViolationCode } from '@/lib/contract/problem';
import { negotiateLanguage } from '@/lib/locale/languages';

type Messages = Readonly<Record<ViolationCode, string>>;

const en: Messages = {
  notBlank: 'This value should not be blank.',
  notNull: 'This value should not be null.',
  isNull: 'This reservation has already been converted into an order.',
  isFalse: 'This reservation has expired.',
  email: 'This value is not a valid email address.',
  tooLong: 'This value is too long. It should have {detail} characters or less.',
  country: 'This value is not a valid country.',
  language: 'This value is not a valid language.',
  positive: 'This value should be positive.',
  lessThanOrEqual: 'This value should be less than or equal to {detail}.',
  type: 'This value should be of type {detail}.',
  uuid: 'This value is not a valid identifier.',
  dateFormat: 'This value is not a valid date.',
  dateValue: 'This value is not a date that exists.',
  tooFew: 'This collection should contain {detail} elements or more.',
  tooMany: 'This collection should contain {detail} elements or less.',
  choice: 'The value you selected is not a valid choice. {detail}',
  unique: 'This collection should contain only unique elements.',
  regex: 'This value is not valid. {detail}',
  missingField: 'This field is missing.',
};

const fr: Messages = {
  notBlank: 'Cette valeur ne doit pas être vide.',
  notNull: 'Cette valeur ne doit pas être nulle.',
  isNull: 'Cette réservation a déjà été convertie en commande.',
  isFalse: 'Cette réservation a expiré.',
  email: "Cette valeur n'est pas une adresse e-mail valide.",
  tooLong: 'Cette chaîne est trop longue. Elle doit avoir au maximum {detail} caractères.',
  country: "Ce pays n'est pas valide.",
  language: "Cette langue n'est pas valide.",
  positive: 'Cette valeur doit être strictement positive.',
  lessThanOrEqual: 'Cette valeur doit être inférieure ou égale à {detail}.',
  type: 'Cette valeur doit être de type {detail}.',
  uuid: "Cette valeur n'est pas un identifiant valide.",
  dateFormat: "Cette valeur n'est pas une date valide.",
  dateValue: "Cette valeur n'est pas une date qui existe.",
  tooFew: 'Cette collection doit contenir {detail} éléments ou plus.',
  tooMany: 'Cette collection doit contenir {detail} éléments ou moins.',
  choice: "Cette valeur n'est pas un choix valide. {detail}",
  unique: 'Cette collection ne doit pas comporter de doublons.',
  regex: "Cette valeur n'est pas valide. {detail}",
  missingField: 'Ce champ est manquant.',
};

const de: Messages = {
  notBlank: 'Dieser Wert sollte nicht leer sein.',
  notNull: 'Dieser Wert sollte nicht null sein.',
  isNull: 'Diese Reservierung wurde bereits in eine Bestellung umgewandelt.',
  isFalse: 'Diese Reservierung ist abgelaufen.',
  email: 'Dieser Wert ist keine gültige E-Mail-Adresse.',
  tooLong: 'Diese Zeichenkette ist zu lang. Sie sollte höchstens {detail} Zeichen haben.',
  country: 'Dieser Wert ist kein gültiges Land.',
  language: 'Dieser Wert ist keine gültige Sprache.',
  positive: 'Dieser Wert sollte positiv sein.',
  lessThanOrEqual: 'Dieser Wert sollte kleiner oder gleich {detail} sein.',
  type: 'Dieser Wert sollte vom Typ {detail} sein.',
  uuid: 'Dieser Wert ist kein gültiger Bezeichner.',
  dateFormat: 'Dieser Wert ist kein gültiges Datum.',
  dateValue: 'Dieses Datum gibt es nicht.',
  tooFew: 'Diese Sammlung sollte {detail} oder mehr Elemente enthalten.',
  tooMany: 'Diese Sammlung sollte {detail} oder weniger Elemente enthalten.',
  choice: 'Sie haben einen ungültigen Wert ausgewählt. {detail}',
  unique: 'Diese Sammlung darf keine doppelten Elemente enthalten.',
  regex: 'Dieser Wert ist nicht gültig. {detail}',
  missingField: 'Dieses Feld fehlt.',
};

const es: Messages = {
  notBlank: 'Este valor no debería estar vacío.',
  notNull: 'Este valor no debería ser nulo.',
  isNull: 'Esta reserva ya se ha convertido en un pedido.',
  isFalse: 'Esta reserva ha caducado.',
  email: 'Este valor no es una dirección de correo electrónico válida.',
  tooLong: 'Este valor es demasiado largo. Debería tener {detail} caracteres o menos.',
  country: 'Este valor no es un país válido.',
  language: 'Este valor no es un idioma válido.',
  positive: 'Este valor debería ser positivo.',
  lessThanOrEqual: 'Este valor debería ser menor o igual que {detail}.',
  type: 'Este valor debería ser de tipo {detail}.',
  uuid: 'Este valor no es un identificador válido.',
  dateFormat: 'Este valor no es una fecha válida.',
  dateValue: 'Este valor no es una fecha que exista.',
  tooFew: 'Esta colección debe contener {detail} elementos o más.',
  tooMany: 'Esta colección debe contener {detail} elementos o menos.',
  choice: 'El valor seleccionado no es una opción válida. {detail}',
  unique: 'Esta colección debería contener exclusivamente elementos únicos.',
  regex: 'Este valor no es válido. {detail}',
  missingField: 'Este campo falta.',
};

const it: Messages = {
  notBlank: 'Questo valore non dovrebbe essere vuoto.',
  notNull: 'Questo valore non dovrebbe essere nullo.',
  isNull: 'Questa prenotazione è già stata convertita in un ordine.',
  isFalse: 'Questa prenotazione è scaduta.',
  email: 'Questo valore non è un indirizzo e-mail valido.',
  tooLong: 'Questo valore è troppo lungo. Dovrebbe avere al massimo {detail} caratteri.',
  country: 'Questo valore non è un paese valido.',
  language: 'Questo valore non è una lingua valida.',
  positive: 'Questo valore dovrebbe essere positivo.',
  lessThanOrEqual: 'Questo valore dovrebbe essere minore o uguale a {detail}.',
  type: 'Questo valore dovrebbe essere di tipo {detail}.',
  uuid: 'Questo valore non è un identificatore valido.',
  dateFormat: 'Questo valore non è una data valida.',
  dateValue: 'Questo valore non è una data esistente.',
  tooFew: 'Questa collezione dovrebbe contenere almeno {detail} elementi.',
  tooMany: 'Questa collezione dovrebbe contenere al massimo {detail} elementi.',
  choice: 'Questo valore non è una scelta valida. {detail}',
  unique: 'Questa collezione dovrebbe contenere solo elementi unici.',
  regex: 'Questo valore non è valido. {detail}',
  missingField: 'Questo campo è mancante.',
};

const nl: Messages = {
  notBlank: 'Deze waarde mag niet leeg zijn.',
  notNull: 'Deze waarde mag niet null zijn.',
  isNull: 'Deze reservering is al omgezet in een bestelling.',
  isFalse: 'Deze reservering is verlopen.',
  email: 'Deze waarde is geen geldig e-mailadres.',
  tooLong: 'Deze waarde is te lang. Ze mag hoogstens {detail} tekens hebben.',
  country: 'Deze waarde is geen geldig land.',
  language: 'Deze waarde is geen geldige taal.',
  positive: 'Deze waarde moet positief zijn.',
  lessThanOrEqual: 'Deze waarde moet kleiner dan of gelijk aan {detail} zijn.',
  type: 'Deze waarde moet van het type {detail} zijn.',
  uuid: 'Deze waarde is geen geldige identificatie.',
  dateFormat: 'Deze waarde is geen geldige datum.',
  dateValue: 'Deze datum bestaat niet.',
  tooFew: 'Deze collectie moet {detail} of meer elementen bevatten.',
  tooMany: 'Deze collectie mag hoogstens {detail} elementen bevatten.',
  choice: 'De geselecteerde waarde is geen geldige optie. {detail}',
  unique: 'Deze collectie mag alleen unieke elementen bevatten.',
  regex: 'Deze waarde is niet geldig. {detail}',
  missingField: 'Dit veld ontbreekt.',
};

const catalogue: Readonly<Record<string, Messages>> = { en, fr, de, es, it, nl };

/** The languages in which violations are told. */
export const messageLanguages = Object.keys(catalogue);

/** The best of those languages for an Accept-Language header; English when none fits. */
export function messageLanguage(acceptLanguage: string | null): string {
  return negotiateLanguage(acceptLanguage, messageLanguages, 'en');
}

/** What is wrong, in `language`, with `detail` (a limit, a type, a sentence) where the message has a place for it. */
export function violationMessage(code: ViolationCode, language: string, detail = ''): string {
  const messages = catalogue[language] ?? en;
  return messages[code].replace('{detail}', detail).trim();
}
