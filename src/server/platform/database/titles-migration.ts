import type { Kysely, Migration } from 'kysely';

/** The title of a set in its further languages, also of how it was before and of games that were played (R30.20). */
export const titles: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['quiz_set', 'quiz_version', 'game'])
      await db.schema
        .alterTable(table)
        .addColumn('texts', 'text', (column) => column.notNull().defaultTo('{}'))
        .execute();
    await db.schema
      .alterTable('game')
      .addColumn('language', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
  },
};
