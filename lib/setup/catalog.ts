import { z } from 'zod';
import { type Accent, accents } from '../contract/accent';
import { mostOfAddress, mostOfName } from '../contract/feed-text';
import { typedEmail, typedText, typedWords } from '../contract/typed-text';
import { findZone } from '../locale/zone-clock';
import { type Draft, isMembers, type Members, stringOf, type Texts, textsOf, withMembers } from './draft';
import { checked, type Result } from './result';
import { cleanTexts, nameProblem } from './texts';

export interface Issuer {
  readonly name: string;
  readonly address: string;
  /** Null: it is not said. */
  readonly email: string | null;
  readonly taxNumber: string | null;
}

export interface CatalogView {
  readonly key: string;
  readonly name: Texts;
  readonly language: string;
  readonly timezone: string;
  readonly issuer: Issuer;
  /** The colour of its pages; null: the shop chooses one. */
  readonly accent: string | null;
}

export function catalogOf({ catalog }: Draft): CatalogView {
  const issuer = isMembers(catalog['issuer']) ? catalog['issuer'] : {};
  return {
    key: stringOf(catalog['key']),
    name: textsOf(catalog['name']),
    language: stringOf(catalog['language']),
    timezone: stringOf(catalog['timezone']),
    issuer: {
      name: stringOf(issuer['name']),
      address: stringOf(issuer['address']),
      email: stringOf(issuer['email']) || null,
      taxNumber: stringOf(issuer['taxNumber']) || null,
    },
    accent: stringOf(catalog['accent']) || null,
  };
}

export interface CatalogFields {
  readonly name?: Texts;
  readonly timezone?: string;
  readonly issuer?: Issuer;
  readonly accent?: Accent | null;
}

/** Only what is given changes. `keepTimes` is for the sessions if the time zone changes. */
export function changeCatalog(draft: Draft, fields: CatalogFields): Result<object> {
  const { name, timezone, issuer, accent } = fields;
  const refused = checked({
    name: name === undefined ? null : nameProblem(draft, name),
    timezone:
      timezone === undefined || findZone(timezone) !== null ? null : timezone === '' ? 'missing' : 'invalid',
    accent: accent === undefined || accent === null || accents.includes(accent) ? null : 'invalid',
    ...(issuer === undefined ? {} : issuerProblems(issuer)),
  });
  if (refused !== null) return refused;
  const old = isMembers(draft.catalog['issuer']) ? draft.catalog['issuer'] : {};
  const members: Members = {
    ...(name === undefined ? {} : { name: cleanTexts(name, textsOf(draft.catalog['name'])) }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(accent === undefined ? {} : { accent }),
    ...(issuer === undefined ? {} : { issuer: { ...old, ...cleanIssuer(issuer) } }),
  };
  return { kind: 'changed', draft: { ...draft, catalog: withMembers(draft.catalog, members) } };
}

function issuerProblems({ name, address, email, taxNumber }: Issuer) {
  return {
    'issuer.name': typedText(name) === '' ? 'missing' : name.length > mostOfName ? 'invalid' : null,
    'issuer.address': address.length > mostOfAddress ? 'invalid' : null,
    'issuer.email': !email || z.email().max(254).safeParse(typedEmail(email)).success ? null : 'invalid',
    'issuer.taxNumber': (taxNumber ?? '').length > 100 ? 'invalid' : null,
  } as const;
}

const cleanIssuer = ({ name, address, email, taxNumber }: Issuer): Members => ({
  name: typedWords(name),
  address: typedWords(address),
  email: email ? typedEmail(email) : null,
  taxNumber: taxNumber ? typedText(taxNumber) : null,
});
