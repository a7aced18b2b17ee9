import type { Kysely, Migration } from 'kysely';

/** Names and passwords of hosts, and the invitations by which they come. */
export const accounts: Migration = {
  async up(db: Kysely<unknown>) {
    // One at a time, as SQLite adds no more at once.
    await db.schema.alterTable('host').addColumn('name', 'text').execute();
    await db.schema.alterTable('host').addColumn('login', 'text').execute();
    await db.schema.alterTable('host').addColumn('password', 'text').execute();
    await db.schema.alterTable('host').addColumn('disabled_at', 'bigint').execute();
    await db.schema.createIndex('host_login').on('host').column('login').unique().execute();
    await db.schema
      .createTable('invite')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('note', 'text', (column) => column.notNull())
      .addColumn('made_by', 'text', (column) => column.notNull().references('host.id'))
      .addColumn('resets', 'text', (column) => column.references('host.id'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('used_at', 'bigint')
      .execute();
  },
};
