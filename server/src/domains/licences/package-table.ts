/** A package as a table: the first row names the columns, in German or English. Pure. */
import { centsOf } from '@fundus/contract/cents';
import type { LicenceAudience, Runtime } from '@fundus/contract/licences/rules';
import { dayOfCell, readCsvTable } from '@fundus/contract/setup/csv-table';
import { checkLine, type PackageLine, type Problem } from './package-lines.ts';

/** What a column may be called, folded. The first row must name them. */
const COLUMNS = {
  medium: ['medium', 'mediennummer', 'produkt', 'produktnummer', 'isbn', 'product', 'media number', 'identifier'],
  code: ['lizenznummer', 'lizenzcode', 'lizenz', 'bestellnummer', 'code', 'licence number', 'license number', 'licence', 'reference'],
  licensor: ['lizenzgeber', 'anbieter', 'verlag', 'licensor', 'supplier', 'publisher'],
  scope: ['art', 'lizenzart', 'umfang', 'scope', 'kind'],
  seats: ['plätze', 'anzahl', 'lizenzen', 'seats', 'quantity'],
  runtime: ['laufzeit', 'runtime'],
  valid_from: ['von', 'gültig ab', 'beginn', 'from', 'valid from'],
  valid_to: ['bis', 'gültig bis', 'ende', 'to', 'until', 'valid to'],
  audience: ['zielgruppe', 'audience'],
  price: ['preis', 'preis brutto', 'bruttopreis', 'kosten', 'price', 'gross price', 'cost'],
} as const;
type Column = keyof typeof COLUMNS;
const REQUIRED: readonly Column[] = ['medium', 'code'];

type Words<T extends string> = Record<T, readonly string[]>;
const SCOPES: Words<PackageLine['scope']> = {
  single: ['einzellizenz', 'einzel', 'single'],
  volume: ['plätze', 'platz', 'volumen', 'volumenlizenz', 'mehrplatz', 'volume', 'seats'],
  school: ['schule', 'schullizenz', 'school'],
  district: ['kreis', 'kreislizenz', 'district'],
};
const RUNTIMES: Words<'unlimited' | 'school_year' | 'publisher_year'> = {
  unlimited: ['unbegrenzt', 'unbefristet', 'unlimited'],
  school_year: ['schuljahr', 'school year'],
  publisher_year: ['verlagsjahr', "publisher's year", 'publisher year'],
};
const AUDIENCES: Words<LicenceAudience> = {
  all: ['', 'alle', 'all'],
  teacher: ['lehrkräfte', 'lehrkraft', 'teachers', 'teacher'],
  student: ['lernende', 'schülerinnen und schüler', 'schüler', 'learners', 'students', 'student'],
};

const find = <T extends string>(words: Words<T>, cell: string): T | undefined =>
  (Object.keys(words) as T[]).find((name) => words[name].includes(cell.toLowerCase()));

/** Throws `validation_failed` naming the columns that are missing. */
export const readTable = (text: string): PackageLine[] => readCsvTable(text, COLUMNS, REQUIRED).map((cell, i) => readRow(cell, i + 2));

function readRow(cell: (column: Column) => string, line: number): PackageLine {
  const problems: Problem[] = [];
  const known = <T>(column: Column, value: T | undefined, otherwise: T): T => {
    if (value === undefined) problems.push({ field: column, rule: 'format' });
    return value ?? otherwise;
  };
  const seats = known('seats', /^\d{0,7}$/.test(cell('seats')) ? Number(cell('seats')) : undefined, 0);
  const valid_to = known('valid_to', dayOfCell(cell('valid_to')), null);
  const days = /^(\d{1,4})\s*(?:tage?|days?)$/i.exec(cell('runtime'))?.[1];
  const runtime: Runtime | undefined = days
    ? 'days'
    : cell('runtime') === ''
      ? valid_to === null
        ? 'unlimited'
        : 'until_date'
      : find(RUNTIMES, cell('runtime'));
  return checkLine({
    line,
    medium: cell('medium'),
    code: cell('code'),
    licensor: cell('licensor'),
    seats,
    valid_to,
    scope: known('scope', cell('scope') === '' ? (seats > 0 ? 'volume' : 'school') : find(SCOPES, cell('scope')), 'school'),
    runtime: known('runtime', runtime, 'unlimited'),
    runtime_days: days ? Number(days) : null,
    valid_from: known('valid_from', dayOfCell(cell('valid_from')), null),
    audience: known('audience', find(AUDIENCES, cell('audience')), 'all'),
    rights: {},
    price: known('price', centsOf(cell('price')), null),
    school: '',
    problem: problems[0] ?? null,
  });
}
