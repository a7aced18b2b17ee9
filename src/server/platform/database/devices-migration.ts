import type { Kysely, Migration } from 'kysely';

/** Until when known devices count, and passwords that were given anew by somebody else's link. */
export const devices: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('host').addColumn('device_era', 'text').execute();
    await db.schema
      .createTable('password_reset')
      .addColumn('host_id', 'text', (column) =>
        column.notNull().references('host.id').onDelete('cascade'),
      )
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('made_by', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('password_reset_host')
      .on('password_reset')
      .columns(['host_id', 'at'])
      .execute();
  },
};
