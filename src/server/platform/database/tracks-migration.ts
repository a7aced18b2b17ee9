import { PostgresAdapter, type Kysely, type Migration } from 'kysely';

/** How players walked through the questions of games (R17.8). */
export const tracks: Migration = {
  async up(db: Kysely<unknown>) {
    // The one type that the databases do not share.
    const bytes = db.getExecutor().adapter instanceof PostgresAdapter ? 'bytea' : 'blob';
    await db.schema
      .createTable('game_track')
      .addColumn('game_id', 'text', (column) =>
        column.notNull().references('game.id').onDelete('cascade'),
      )
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('recorded_at', 'bigint', (column) => column.notNull())
      .addColumn('every_ms', 'integer', (column) => column.notNull())
      .addColumn('samples', 'integer', (column) => column.notNull())
      .addColumn('bytes', bytes, (column) => column.notNull())
      .addPrimaryKeyConstraint('game_track_key', ['game_id', 'number'])
      .execute();
    await db.schema
      .createIndex('game_track_recorded_at')
      .on('game_track')
      .column('recorded_at')
      .execute();
  },
};
