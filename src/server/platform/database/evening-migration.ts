import type { Kysely, Migration } from 'kysely';

/** For evenings: how many items of each kind a set has beside its questions. */
export const evening: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('quiz_set')
      .addColumn('items', 'text', (column) => column.notNull().defaultTo('{}'))
      .execute();
  },
};
