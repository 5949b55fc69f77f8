import { describe, expectTypeOf, it } from 'vitest';
import type { Database, Reader, Transaction } from './database';

// `tsc` checks these types: writing through a reader must not compile.
describe('a reader', () => {
  it('has no methods that write', () => {
    expectTypeOf<keyof Reader>().toEqualTypeOf<'db' | 'read' | 'rows' | 'send'>();
    type Selecting = 'select' | 'selectDistinct' | 'selectDistinctOn' | '$count';
    expectTypeOf<keyof Reader['db']>().toEqualTypeOf<Selecting>();
    expectTypeOf<Database['db']>().toEqualTypeOf<Reader['db']>();
  });

  it('can not be used as a transaction, and a transaction can be used as a reader', () => {
    expectTypeOf<Reader>().not.toExtend<Transaction>();
    expectTypeOf<Reader['db']>().not.toExtend<Transaction['db']>();
    expectTypeOf<Transaction>().toExtend<Reader>();
    expectTypeOf<Transaction['db']>().toHaveProperty('insert');
  });
});
