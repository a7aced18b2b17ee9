import type { Kysely, Migration } from 'kysely';

/** A set as a game takes it, so that it is not parsed anew for each room. The long column comes last. */
export const playable: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('quiz_set')
      .addColumn('playable_format', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('quiz_set').addColumn('playable', 'text').execute();
  },
};
