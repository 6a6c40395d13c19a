/** Every statement that the tests sent to PostgreSQL is understood by the embedded database: same tables, functions, operators and types. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collectedStatements } from '../testing/collect-statements.ts';
import { fillDataDir } from '../testing/database-template.ts';
import { openDatabase, type Database } from './open.ts';

describe.skipIf(process.env.TEST_DATABASE_URL)('the embedded database', () => {
  const statements = collectedStatements();
  let dataDir: string;
  let database: Database;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'fundus-statements-'));
    fillDataDir(dataDir);
    database = await openDatabase({ dataDir, databaseUrl: undefined });
  });
  afterAll(async () => {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const refusalOf = async (statement: string): Promise<string | undefined> => {
    try {
      await sql.raw(`prepare collected as ${statement}`).execute(database.db);
      await sql.raw('deallocate collected').execute(database.db);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };

  test('a statement it does not understand is noticed', async () => {
    expect(await refusalOf('select person.no_such_column from person where person.id = $1')).toContain('no_such_column');
    expect(await refusalOf('select person.id from person where person.id = $1')).toBeUndefined();
  });

  test.runIf(statements)('every statement sent to PostgreSQL can be prepared', { timeout: 120_000 }, async () => {
    expect(statements!.length).toBeGreaterThan(500);
    const refused: { statement: string; refusal: string }[] = [];
    for (const statement of statements!) {
      const refusal = await refusalOf(statement);
      if (refusal !== undefined) refused.push({ statement, refusal });
    }
    expect(refused).toEqual([]);
  });
});
