import { PostgresAdapter, type Kysely, type Migration } from 'kysely';

/** Pictures as the choices of a question show them; those of before have none. */
export const squares: Migration = {
  async up(db: Kysely<unknown>) {
    const bytes = db.getExecutor().adapter instanceof PostgresAdapter ? 'bytea' : 'blob';
    await db.schema.alterTable('image').addColumn('bytes_square', bytes).execute();
  },
};
