/**
 * Migrations that have run on real databases (`server/migrations/released.json`): the hash of their statements, and the hashes of whole
 * texts that earlier versions stored. `node server/src/db/released-migrations.ts` adds new migrations; entries never change.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashStatements } from './migrations/migration-text.ts';
import { listMigrationFiles, MIGRATIONS } from './migrations/migration-files.ts';

export type Released = Record<string, { statements: string; texts?: string[] }>;

const PATH = join(MIGRATIONS, 'released.json');

export const readReleased = (): Released => JSON.parse(readFileSync(PATH, 'utf8')) as Released;

/** Former names of migrations. */
export const RENAMED: Record<string, string> = { '0040_search_scopes.sql': '0041_search_scopes.sql' };

/** Statements that update a database on which an earlier text of a migration ran, by the hash of that text. */
export const CATCH_UP: Record<string, string> = {
  '2a4c72c783582124fbfce46e502107acd9e17051b8d0f32113653455fe9782a5':
    "alter table person drop constraint person_role_check, add constraint person_role_check check (role in ('L', 'P', 'S', ''))",
};

if (import.meta.main) {
  const released = readReleased();
  for (const { name, text } of listMigrationFiles()) released[name] ??= { statements: hashStatements(text) };
  writeFileSync(PATH, `${JSON.stringify(released, null, 2)}\n`);
}
