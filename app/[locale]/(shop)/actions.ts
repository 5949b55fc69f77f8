'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { shopAction } from '@/lib/storefront/common/forms/actions';
import { keepAsItIs } from '@/lib/storefront/shop/basket/replacing';

interface Kept {
  readonly attempt: number;
  readonly kept: 'exchange' | 'item' | null;
}

const keepForm = z.object({ kind: z.enum(['exchange', 'item']) });

/** On each page: what the next hold would have replaced stays as it is. */
export const keepReplaced = async (previous: Kept, form: FormData) =>
  shopAction(keepForm, async ({ kind }) => {
    await keepAsItIs(kind);
    refresh();
    return { kept: kind };
  })(previous, form);
