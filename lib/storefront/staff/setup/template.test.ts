import { describe, expect, it } from 'vitest';
import { draftWith } from '@/testing/setup/drafts';
import { languages } from '../../../locale/languages';
import { readImport } from '../../../setup/import-file';
import { importTemplate } from '../../../setup/import-template';
import { mergeImport } from '../../../setup/merge-import';
import { spreadsheetFormats } from '../report/spreadsheet';
import { templateFile } from './template';

const example = {
  event: 'Fête',
  description: 'Une soirée',
  place: 'Mairie',
  address: '1 place',
  tariff: 'Plein',
};

describe('the template of an import', () => {
  it.each(spreadsheetFormats)('can be imported as it is, as %s in each language', async (format) => {
    for (const language of languages) {
      const file = templateFile(format, importTemplate(language, example, '2031-01-01'));
      const reading = await readImport(new Uint8Array(await new Response(file).arrayBuffer()));
      if (typeof reading === 'string') throw new Error(`The template is ${reading}.`);
      const { draft, errors, warnings } = mergeImport(draftWith({ events: [] }), reading, '2031-01-01');
      expect([...errors.first, ...warnings.first]).toEqual([]);
      expect(draft.events).toMatchObject([
        {
          name: { en: 'Fête' },
          venue: { name: 'Mairie', address: '1 place' },
          sessions: [{ occursAt: '2031-03-02T20:00:00+01:00', duration: 'PT90M', capacity: 120 }],
        },
      ]);
      expect(draft.products).toMatchObject([
        { name: { en: 'Fête, Plein' }, vatRate: 0.1, offers: [{ date: '2031-03-02', price: '18.50' }] },
      ]);
    }
  });
});
