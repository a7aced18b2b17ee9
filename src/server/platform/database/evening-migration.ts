import type { Kysely, Migration } from 'kysely';

/** Lists of tickets (R28). */
export const evening: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('ticket_list')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('owner_id', 'text', (column) =>
        column.notNull().references('host.id').onDelete('cascade'),
      )
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('teams', 'text', (column) => column.notNull())
      .addColumn('named', 'integer', (column) => column.notNull())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addColumn('bytes', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('used_at', 'bigint', (column) => column.notNull())
      // The long column last: SQLite reads a row from its beginning.
      .addColumn('tickets', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('ticket_list_owner')
      .on('ticket_list')
      .columns(['owner_id', 'used_at', 'bytes'])
      .execute();
    await db.schema
      .createIndex('ticket_list_used_at')
      .on('ticket_list')
      .column('used_at')
      .execute();
  },
};
