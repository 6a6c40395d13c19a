/** Lists the migrations of this version in the order of their names. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const MIGRATIONS = join(import.meta.dirname, '../../../migrations');

export const listMigrationFiles = (): { name: string; text: string }[] =>
  readdirSync(MIGRATIONS)
    .filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(MIGRATIONS, name), 'utf8') }));
