import type { Kysely, Migration } from 'kysely';

/** What can be played of a set, its labels, and links to it. */
export const drafts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('quiz_set')
      .addColumn('playable_count', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable('quiz_set')
      .addColumn('labels', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute();
    await db.schema
      .createTable('share_link')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('set_id', 'text', (column) =>
        column.notNull().references('quiz_set.id').onDelete('cascade'),
      )
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('answers', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('share_link_set').on('share_link').column('set_id').execute();
  },
};
