import { getMessages, getTranslations } from 'next-intl/server';
import type { SetupGroup } from '@/components/staff/setup/setup-form';
import { languages } from '@/lib/locale/languages';
import { keptTimes } from '@/lib/setup/time-zone';
import { fieldMaker } from './field-texts';

/** The fields about the catalogue as a whole. Its language is chosen once, because every text is written in it. */
export async function catalogGroups({ isNew }: { isNew: boolean }): Promise<SetupGroup[]> {
  const field = await fieldMaker();
  const t = await getTranslations('setup');
  const { checkout } = await getMessages();
  const names = checkout.order.languages;
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
  return [
    {
      fields: [
        field('name'),
        ...(isNew
          ? [
              field('language', {
                kind: 'choice',
                choices: languages.map((one) => ({ value: one, label: names[one] })),
              }),
            ]
          : []),
        field('timezone', {
          kind: 'choice',
          choices: zones.map((value) => ({ value, label: zoneName(value) })),
        }),
        ...(isNew
          ? []
          : [
              field('keptTimes', {
                kind: 'choice',
                choices: keptTimes.map((value) => ({ value, label: t(`zone.${value}`) })),
              }),
            ]),
      ],
    },
    {
      title: t('issuer'),
      hint: t('issuerText'),
      fields: [
        field('issuerName'),
        field('issuerAddress', { optional: true, most: 1000 }),
        field('issuerEmail', { optional: true, type: 'email' }),
        field('issuerTaxNumber', { optional: true, most: 100 }),
      ],
    },
  ];
}

const zoneName = (zone: string) => zone.replaceAll('_', ' ');
