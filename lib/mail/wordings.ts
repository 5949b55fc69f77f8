import type { Language } from '../locale/languages';
import type { Wording } from './wording';
import { de } from './wordings/de';
import { en } from './wordings/en';
import { es } from './wordings/es';
import { fr } from './wordings/fr';
import { it } from './wordings/it';
import { nl } from './wordings/nl';

export const wordings: Readonly<Record<Language, Wording>> = { en, fr, de, es, it, nl };
