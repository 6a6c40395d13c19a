import { expect, it } from 'vitest';
import { readPlan } from './plan.ts';

const columns = { identifier: 'Nr', fn_titel: 'Titel' };
const plan = (value: unknown) => readPlan(JSON.stringify(value));

it('uses the default delimiter and encoding', () => {
  expect(plan({ columns }).plan).toEqual({
    delimiter: ';',
    encoding: 'utf-8',
    columns: { identifier: { column: 'Nr' }, fn_titel: { column: 'Titel' } },
  });
});

it.each<[string, unknown, string[]]>([
  ['missing columns', {}, ['columns: Invalid input: expected object, received undefined']],
  ['missing required fields', { columns: {} }, ['columns.identifier: must name a column', 'columns.fn_titel: must name a column']],
  ['a constant identifier', { columns: { identifier: { default: '1' }, fn_titel: 'Titel' } }, ['columns.identifier: must name a column']],
  ['a delimiter of two characters', { delimiter: ';;', columns }, ['delimiter: must be one of , ; | or a tab']],
  [
    'an unknown encoding',
    { encoding: 'ebcdic', columns },
    ['encoding: Invalid option: expected one of "utf-8"|"windows-1252"|"macintosh"|"cp850"'],
  ],
  ['an empty rule', { columns: { ...columns, year: {} } }, ['columns.year: needs "column" or "default"']],
  [
    'a wrong map',
    { columns: { ...columns, fn_typ: { column: 'Art', map: { DVD: 46 } } } },
    ['columns.fn_typ.map.DVD: Invalid input: expected string, received number'],
  ],
])('rejects a plan with %s', (_, value, errors) => {
  expect(plan(value)).toEqual({ errors });
});

it('lists the valid names if a field is unknown', () => {
  expect(plan({ columns: { ...columns, titel: 'x' } }).errors?.[0]).toMatch(/^columns\.titel: is not a field; possible here: identifier, /);
  expect(plan({ columns, delimeter: ',' }).errors).toEqual(['delimeter: is not a field; possible here: delimiter, encoding, columns']);
  expect(plan({ columns: { ...columns, year: { colum: 'x' } } }).errors?.[0]).toBe(
    'columns.year.colum: is not a field; possible here: column, split, map, default',
  );
});

it('rejects a plan that is not JSON', () => {
  expect(readPlan('{"columns":').errors?.[0]).toMatch(/^The column plan is not valid JSON: /);
  expect(readPlan(`\ufeff${JSON.stringify({ columns })}`).plan).toBeDefined();
});
