import { PostgresAdapter, type Kysely, type Migration } from 'kysely';

/** Pictures, whose they are, and which sets have them. */
export const images: Migration = {
  async up(db: Kysely<unknown>) {
    // The one type that the databases do not share.
    const bytes = db.getExecutor().adapter instanceof PostgresAdapter ? 'bytea' : 'blob';
    await db.schema
      .createTable('image')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('media_type', 'text', (column) => column.notNull())
      .addColumn('width', 'integer', (column) => column.notNull())
      .addColumn('height', 'integer', (column) => column.notNull())
      .addColumn('size', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      // The long columns last: SQLite reads a row from its beginning.
      .addColumn('bytes_small', bytes, (column) => column.notNull())
      .addColumn('bytes', bytes, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('host_image')
      .addColumn('host_id', 'text', (column) =>
        column.notNull().references('host.id').onDelete('cascade'),
      )
      .addColumn('image_id', 'text', (column) => column.notNull().references('image.id'))
      .addColumn('added_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('host_image_key', ['host_id', 'image_id'])
      .execute();
    await db.schema
      .createIndex('host_image_image')
      .on('host_image')
      .columns(['image_id', 'host_id'])
      .execute();
    await db.schema
      .createTable('set_image')
      .addColumn('set_id', 'text', (column) =>
        column.notNull().references('quiz_set.id').onDelete('cascade'),
      )
      .addColumn('revision', 'integer', (column) => column.notNull())
      .addColumn('image_id', 'text', (column) => column.notNull().references('image.id'))
      .addPrimaryKeyConstraint('set_image_key', ['set_id', 'revision', 'image_id'])
      .execute();
    await db.schema
      .createIndex('set_image_image')
      .on('set_image')
      .columns(['image_id', 'set_id'])
      .execute();
  },
};
