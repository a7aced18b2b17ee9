import { DEFAULT_MIGRATION_TABLE, Migrator, sql, type Kysely, type Migration } from 'kysely';
import { accounts } from './accounts-migration.js';
import { devices } from './devices-migration.js';
import { drafts } from './drafts-migration.js';
import { evening } from './evening-migration.js';
import { images } from './images-migration.js';
import { languages } from './languages-migration.js';
import { titles } from './titles-migration.js';
import { playable } from './playable-migration.js';
import { results } from './results-migration.js';
import { squares } from './squares-migration.js';
import { tracks } from './tracks-migration.js';
import type { Tables } from './schema.js';

/**
 * In order of their names. What a release has run stays as it is; a change is one more. From 009 on a name ends with
 * `-add` where programs of before can go on with it, and with `-change` where they cannot.
 */
export const migrations: Record<string, Migration> = {
  '001-hosts-and-sets': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('host')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('role', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('seen_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('host_identity')
        .addColumn('identity_id', 'text', (column) => column.primaryKey())
        .addColumn('host_id', 'text', (column) => column.notNull().references('host.id'))
        .execute();
      await db.schema
        .createTable('host_session')
        .addColumn('token_hash', 'text', (column) => column.primaryKey())
        .addColumn('host_id', 'text', (column) => column.notNull().references('host.id'))
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('seen_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .addColumn('agent', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('quiz_set')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('owner_id', 'text', (column) => column.notNull().references('host.id'))
        .addColumn('title', 'text', (column) => column.notNull())
        .addColumn('language', 'text', (column) => column.notNull())
        .addColumn('revision', 'integer', (column) => column.notNull())
        .addColumn('question_count', 'integer', (column) => column.notNull())
        .addColumn('bytes', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('updated_at', 'bigint', (column) => column.notNull())
        .addColumn('deleted_at', 'bigint')
        // The long columns last: SQLite reads a row from its beginning.
        .addColumn('search_text', 'text', (column) => column.notNull())
        .addColumn('questions', 'text', (column) => column.notNull())
        .execute();
      // With the columns by which a host's sets are counted, so that no row has to be read for that.
      await db.schema
        .createIndex('quiz_set_owner')
        .on('quiz_set')
        .columns(['owner_id', 'deleted_at', 'updated_at', 'bytes'])
        .execute();
      await db.schema
        .createTable('quiz_version')
        .addColumn('set_id', 'text', (column) =>
          column.notNull().references('quiz_set.id').onDelete('cascade'),
        )
        .addColumn('revision', 'integer', (column) => column.notNull())
        .addColumn('saved_at', 'bigint', (column) => column.notNull())
        .addColumn('title', 'text', (column) => column.notNull())
        .addColumn('language', 'text', (column) => column.notNull())
        .addColumn('question_count', 'integer', (column) => column.notNull())
        .addColumn('bytes', 'integer', (column) => column.notNull())
        .addColumn('questions', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('quiz_version_key', ['set_id', 'revision'])
        .execute();
    },
  },
  '002-accounts': accounts,
  '003-results': results,
  '004-drafts': drafts,
  '005-images': images,
  '006-tracks': tracks,
  '007-devices': devices,
  '008-playable': playable,
  '009-evening-change': evening,
  '010-squares-add': squares,
  '011-languages-add': languages,
  '012-titles-add': titles,
};

/** A name with this end only adds what a program of before does not know, and does not need. */
const ADDS = /-add$/;

/** Brings the tables up to date. Throws where a newer program has changed them already, and not only added to them. */
export async function migrate(
  db: Kysely<Tables>,
  prepare: (db: Kysely<unknown>) => Promise<unknown> = async () => {},
  own: Record<string, Migration> = migrations,
): Promise<void> {
  const added = await namesAdded(db, own);
  const prepared = Object.entries(own).map(([name, migration]): [string, Migration] => [
    name,
    { up: (change) => prepare(change).then(() => migration.up(change)) },
  ]);
  const getMigrations = async () => ({ ...Object.fromEntries(prepared), ...added });
  const { error } = await new Migrator({ db, provider: { getMigrations } }).migrateToLatest();
  if (error !== undefined) throw error as Error;
}

/** Migrations of a newer program that a program which was rolled back can live with; they were done already. */
async function namesAdded(
  db: Kysely<Tables>,
  own: Record<string, Migration>,
): Promise<Record<string, Migration>> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return {};
  const done = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`
    .execute(db)
    .then(({ rows }) => rows.map(({ name }) => name));
  const unknown = done.filter((name) => own[name] === undefined && ADDS.test(name));
  return Object.fromEntries(unknown.map((name) => [name, { up: async () => {} }]));
}
