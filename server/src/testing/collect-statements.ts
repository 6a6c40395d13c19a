/**
 * Records the statements that tests send to PostgreSQL, in one file per process in the folder TEST_STATEMENTS. Afterwards, `db/statements.test.ts`
 * prepares each of them on the embedded database.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll } from 'vitest';

const folder = process.env.TEST_STATEMENTS;
const collecting = process.env.TEST_DATABASE_URL ? folder : undefined;
const state = globalThis as { statements?: Map<string, string> };

/** Returns a key that is the same for statements that differ only in the length of lists. */
const shapeOf = (text: string): string =>
  text.replace(/\$\d+(::\w+(\[\])?)?(, ?\$\d+(::\w+(\[\])?)?)*/g, '$').replace(/(\(\$\),? ?)+/g, '($)');

if (collecting && !state.statements) {
  const statements = (state.statements = new Map());
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args;
    const text = typeof first === 'string' ? first : (first as { text?: unknown } | undefined)?.text;
    // Statements with a trailing semicolon are skipped. Only migrations contain them, which need older tables and already run on every embedded
    // database.
    if (typeof text === 'string' && /^\s*(select|insert|update|delete|with)\b/i.test(text) && !text.trimEnd().endsWith(';')) {
      const shape = shapeOf(text);
      if (!statements.has(shape)) statements.set(shape, text);
    }
    return Reflect.apply(query, this, args) as never;
  } as typeof pg.Client.prototype.query;
}

if (collecting) afterAll(() => writeFileSync(join(collecting, `${process.pid}.json`), JSON.stringify([...(state.statements ?? [])])));

/** Returns one recorded statement per key, or `undefined` if nothing is recorded. */
export function collectedStatements(): string[] | undefined {
  if (!folder) return undefined;
  const files = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as [string, string][]);
  return [...new Map(files.flat()).values()];
}
