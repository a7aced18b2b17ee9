import { PostgresAdapter, sql, type Kysely, type Migration } from 'kysely';

/**
 * For evenings: judged questions are named by number, part and drops (R4.9), in answers and in tracks alike; a set tells
 * how many items of each kind it has beside its questions, a game has the draws of its evening (R27.8), and an account
 * has a look (R21.4) and lists of tickets (R28).
 */
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
    await db.schema
      .alterTable('quiz_set')
      .addColumn('items', 'text', (column) => column.notNull().defaultTo('{}'))
      .execute();
    await db.schema
      .alterTable('game')
      .addColumn('draws', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute();
    await db.schema
      .createTable('named_question')
      .addColumn('game_id', 'text', (column) =>
        column.notNull().references('game.id').onDelete('cascade'),
      )
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('part', 'integer', (column) => column.notNull())
      .addColumn('drops', 'integer', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('is_edited', 'integer', (column) => column.notNull())
      .addColumn('ruling', 'text', (column) => column.notNull())
      .addColumn('question', 'text', (column) => column.notNull())
      .addColumn('judged', 'text', (column) => column.notNull())
      .addColumn('answers', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('game_question_name', ['game_id', 'number', 'part', 'drops'])
      .execute();
    await sql`insert into named_question select game_id, number, 0, 0, version, kind, is_edited, ruling, question,
      judged, answers from game_question`.execute(db);
    await db.schema.dropTable('game_question').execute();
    await db.schema.alterTable('named_question').renameTo('game_question').execute();
    await db.schema
      .createTable('named_track')
      .addColumn('game_id', 'text', (column) =>
        column.notNull().references('game.id').onDelete('cascade'),
      )
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('part', 'integer', (column) => column.notNull())
      .addColumn('drops', 'integer', (column) => column.notNull())
      .addColumn('recorded_at', 'bigint', (column) => column.notNull())
      .addColumn('every_ms', 'integer', (column) => column.notNull())
      .addColumn('samples', 'integer', (column) => column.notNull())
      .addColumn('bytes', bytes, (column) => column.notNull())
      .addPrimaryKeyConstraint('game_track_name', ['game_id', 'number', 'part', 'drops'])
      .execute();
    await sql`insert into named_track select game_id, number, 0, 0, recorded_at, every_ms, samples, bytes
      from game_track`.execute(db);
    await db.schema.dropTable('game_track').execute();
    await db.schema.alterTable('named_track').renameTo('game_track').execute();
    await db.schema
      .createIndex('game_track_recorded_at')
      .on('game_track')
      .column('recorded_at')
      .execute();
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
