import type { Kysely, Migration } from 'kysely';

/** Results of games (R17). */
export const results: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('game')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('owner_id', 'text', (column) =>
        column.notNull().references('host.id').onDelete('cascade'),
      )
      .addColumn('set_id', 'text', (column) => column.notNull())
      .addColumn('set_title', 'text', (column) => column.notNull())
      .addColumn('room_title', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('started_at', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .addColumn('players', 'integer', (column) => column.notNull())
      .addColumn('asked', 'integer', (column) => column.notNull())
      .addColumn('bytes', 'integer', (column) => column.notNull())
      .addColumn('keep_until', 'bigint', (column) => column.notNull())
      .addColumn('names_removed_at', 'bigint')
      .addColumn('link_hash', 'text', (column) => column.unique())
      .addColumn('link_names', 'integer', (column) => column.notNull())
      .addColumn('link_questions', 'integer', (column) => column.notNull())
      .addColumn('rules', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('game_owner')
      .on('game')
      .columns(['owner_id', 'started_at', 'bytes'])
      .execute();
    await db.schema.createIndex('game_keep_until').on('game').column('keep_until').execute();
    await db.schema
      .createTable('game_player')
      .addColumn('game_id', 'text', (column) =>
        column.notNull().references('game.id').onDelete('cascade'),
      )
      .addColumn('player_id', 'text', (column) => column.notNull())
      .addColumn('slot', 'integer', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('has_left', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('game_player_key', ['game_id', 'player_id'])
      .execute();
    await db.schema
      .createTable('game_question')
      .addColumn('game_id', 'text', (column) =>
        column.notNull().references('game.id').onDelete('cascade'),
      )
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('is_edited', 'integer', (column) => column.notNull())
      .addColumn('ruling', 'text', (column) => column.notNull())
      .addColumn('question', 'text', (column) => column.notNull())
      .addColumn('judged', 'text', (column) => column.notNull())
      .addColumn('answers', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('game_question_key', ['game_id', 'number'])
      .execute();
  },
};
