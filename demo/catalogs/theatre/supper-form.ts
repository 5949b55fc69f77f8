import type { Feed } from '@/lib/contract/feed';
import { both } from '../common/bilingual';

type FeedForm = NonNullable<Feed['forms']>[number];

export const supperFormKey = 'supper';

const option = (code: string, en: string, fr: string) => ({ code, label: both(en, fr) });

/** What the kitchen asks for each guest of the supper: a question of every type. */
export const supperForm: FeedForm = {
  key: supperFormKey,
  fields: [
    {
      code: 'card',
      label: both('Name on the place card', 'Nom sur le marque-place'),
      type: 'text',
      required: true,
      maxLength: 40,
    },
    {
      code: 'menu',
      label: both('Menu', 'Menu'),
      type: 'choice',
      required: true,
      options: [
        option('fish', 'Fish from the river', 'Poisson de la rivière'),
        option('garden', 'From the garden, without meat', 'Du jardin, sans viande'),
      ],
    },
    {
      code: 'allergies',
      label: both('Allergies', 'Allergies'),
      helpText: both('The kitchen leaves these out.', 'La cuisine n’en utilisera pas.'),
      type: 'multiple_choice',
      options: [
        option('nuts', 'Nuts', 'Fruits à coque'),
        option('milk', 'Milk', 'Lait'),
        option('gluten', 'Gluten', 'Gluten'),
      ],
    },
    {
      code: 'age',
      label: both('Age', 'Âge'),
      helpText: both(
        'The supper is for guests from 12 years on.',
        'Le souper est ouvert à partir de 12 ans.',
      ),
      type: 'number',
      required: true,
      min: 12,
      max: 120,
    },
    { code: 'wine', label: both('With wine', 'Avec du vin'), type: 'boolean' },
    {
      code: 'wish',
      label: both('Anything else?', 'Autre chose ?'),
      type: 'textarea',
      maxLength: 300,
    },
    {
      code: 'birthday',
      label: both('Birthday, if it is near', 'Anniversaire, s’il est proche'),
      type: 'date',
    },
    { code: 'arrival', label: both('When will you arrive?', 'À quelle heure arrivez-vous ?'), type: 'time' },
    { code: 'from', label: both('Where do you come from?', 'D’où venez-vous ?'), type: 'country' },
    {
      code: 'emergency',
      label: both('Phone number for emergencies', 'Téléphone en cas d’urgence'),
      type: 'phone',
    },
    { code: 'recipe', label: both('Where do we send the recipe?', 'Où envoyer la recette ?'), type: 'email' },
  ],
};
