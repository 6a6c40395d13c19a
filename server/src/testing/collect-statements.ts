/**
 * Which statements the tests send to PostgreSQL, a file for each process in the folder TEST_STATEMENTS, so that the embedded database can
 * be asked afterwards whether it understands each (`db/statements.test.ts`).
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll } from 'vitest';

const folder = process.env.TEST_STATEMENTS;
const collecting = process.env.TEST_DATABASE_URL ? folder : undefined;
const state = globalThis as { statements?: Map<string, string> };

/** Statements that differ only in how many values a list has are one. */
const shapeOf = (text: string): string =>
  text.replace(/\$\d+(::\w+(\[\])?)?(, ?\$\d+(::\w+(\[\])?)?)*/g, '$').replace(/(\(\$\),? ?)+/g, '($)');

if (collecting && !state.statements) {
  const statements = (state.statements = new Map());
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args;
    const text = typeof first === 'string' ? first : (first as { text?: unknown } | undefined)?.text;
    // Only migrations end their statements with a semicolon; they need tables of their time, and every embedded database runs them.
    if (typeof text === 'string' && /^\s*(select|insert|update|delete|with)\b/i.test(text) && !text.trimEnd().endsWith(';')) {
      const shape = shapeOf(text);
      if (!statements.has(shape)) statements.set(shape, text);
    }
    return Reflect.apply(query, this, args) as never;
  } as typeof pg.Client.prototype.query;
}

if (collecting) afterAll(() => writeFileSync(join(collecting, `${process.pid}.json`), JSON.stringify([...(state.statements ?? [])])));

/** One statement of each shape that was collected; undefined where nobody collects. */
export function collectedStatements(): string[] | undefined {
  if (!folder) return undefined;
  const files = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as [string, string][]);
  return [...new Map(files.flat()).values()];
}
