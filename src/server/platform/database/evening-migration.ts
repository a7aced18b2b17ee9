import { PostgresAdapter, type Kysely, type Migration } from 'kysely';

/** The looks of accounts (R21.4). */
export const evening: Migration = {
  async up(db: Kysely<unknown>) {
    // The one type that the databases do not share.
    const bytes = db.getExecutor().adapter instanceof PostgresAdapter ? 'bytea' : 'blob';
    await db.schema
      .createTable('look')
      .addColumn('host_id', 'text', (column) =>
        column.primaryKey().references('host.id').onDelete('cascade'),
      )
      .addColumn('main', 'text', (column) => column.notNull())
      .addColumn('second', 'text', (column) => column.notNull())
      .addColumn('logo_id', 'text')
      // The long column last: SQLite reads a row from its beginning.
      .addColumn('logo', bytes)
      .execute();
    await db.schema.createIndex('look_logo').on('look').column('logo_id').execute();
  },
};
