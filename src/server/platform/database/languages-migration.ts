import type { Kysely, Migration } from 'kysely';

/** Sets in several languages: the further ones of a set, and of how it was before, as a list of tags (R30.1). */
export const languages: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['quiz_set', 'quiz_version'])
      await db.schema
        .alterTable(table)
        .addColumn('languages', 'text', (column) => column.notNull().defaultTo('[]'))
        .execute();
  },
};
