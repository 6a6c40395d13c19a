/**
 * Tests that the embedded database can plan every statement that the tests sent to PostgreSQL, which shows that all tables, functions, operators and
 * types exist.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collectedStatements } from '../testing/collect-statements.ts';
import { fillDataDir } from '../testing/database-template.ts';
import { openDatabase, type Database } from './open.ts';

describe.skipIf(process.env.TEST_DATABASE_URL)('statements on the embedded database', () => {
  const statements = collectedStatements();
  let dataDir: string;
  let database: Database;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'fundus-statements-'));
    fillDataDir(dataDir);
    database = await openDatabase({ dataDir, databaseUrl: undefined });
    await sql`set plan_cache_mode = force_generic_plan`.execute(database.db);
  });
  afterAll(async () => {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /**
   * Returns the error message if a statement cannot be planned. A generic plan is used, as for a prepared statement, so a parameter cannot match the
   * condition of a partial index (docs/performance.md#caches).
   */
  const refusalOf = async (statement: string): Promise<string | undefined> => {
    const ask = <T>(text: string) => sql.raw<T>(text).execute(database.db);
    try {
      await ask(`prepare collected as ${statement}`);
      const { rows } = await ask<{ count: number }>(
        `select cardinality(parameter_types) as count from pg_prepared_statements where name = 'collected'`,
      );
      const values = Array.from({ length: rows[0]!.count }, () => 'null').join(', ');
      await ask(`explain execute collected${values && `(${values})`}`);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    } finally {
      await ask('deallocate all');
    }
  };

  test('fail the check if they cannot be planned', async () => {
    expect(await refusalOf('select person.no_such_column from person where person.id = $1')).toContain('no_such_column');
    expect(await refusalOf('select person.id from person where person.id = $1')).toBeUndefined();
    const order =
      'insert into rental_order (id, number) values ($1, $2) on conflict (person_id, point_id) where submitted_at is null and offered =';
    expect(await refusalOf(`${order} false do nothing`)).toBeUndefined();
    expect(await refusalOf(`${order} $3 do nothing`)).toContain('ON CONFLICT');
  });

  test.runIf(statements)('are planned if the tests sent them to PostgreSQL', async () => {
    expect(statements!.length).toBeGreaterThan(500);
    const refused: { statement: string; refusal: string }[] = [];
    for (const statement of statements!) {
      const refusal = await refusalOf(statement);
      if (refusal !== undefined) refused.push({ statement, refusal });
    }
    expect(refused).toEqual([]);
  });
});
