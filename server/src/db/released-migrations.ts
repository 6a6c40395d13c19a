/**
 * Lists the released migrations with the hash of their statements (`server/migrations/released.json`). `node server/src/db/released-migrations.ts`
 * adds new migrations; existing entries never change.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashStatements } from './migrations/migration-text.ts';
import { listMigrationFiles, MIGRATIONS } from './migrations/migration-files.ts';

export type ReleasedMigrations = Record<string, string>;

const PATH = join(MIGRATIONS, 'released.json');

export const readReleased = (): ReleasedMigrations => JSON.parse(readFileSync(PATH, 'utf8')) as ReleasedMigrations;

if (import.meta.main) {
  const released = readReleased();
  for (const { name, text } of listMigrationFiles()) released[name] ??= hashStatements(text);
  writeFileSync(PATH, `${JSON.stringify(released, null, 2)}\n`);
}
