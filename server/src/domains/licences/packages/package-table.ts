/** Parses a package in the form of a table. Runs in a child process of `packages.ts`. */
import { parseAmount } from '@fundus/contract/cents';
import { PACKAGE_ROWS } from '@fundus/contract/licences/packages';
import type { Runtime } from '@fundus/contract/licences/rules';
import { dayOfCell } from '@fundus/contract/tables/cells';
import type { TableMapping } from '@fundus/contract/tables/tables';
import { codeOf, type TableDefinition } from '@fundus/importer/tables/columns';
import { readTable, type ReadTable, type TableRow } from '@fundus/importer/tables/read-table';
import { checkLine, type PackageLine, type Problem } from './package-lines.ts';
import type { LicenceAudience } from '@fundus/contract/catalogue/audiences';

const SCOPES: Record<PackageLine['scope'] | '', readonly string[]> = {
  '': [''],
  single: ['einzellizenz', 'single licence', 'single license', 'einzel', 'einzelplatz', 'einzelplatzlizenz', 'single'],
  volume: [
    'plätze',
    'platz',
    'volumen',
    'volumenlizenz',
    'mehrplatz',
    'mehrplatzlizenz',
    'volume',
    'volume licence',
    'volume license',
    'seats',
  ],
  school: ['schule', 'schullizenz', 'school', 'school licence', 'school license', 'site'],
  district: ['kreis', 'kreislizenz', 'kreisonlinelizenz', 'district', 'district licence', 'district license'],
};
const AUDIENCES: Record<LicenceAudience, readonly string[]> = {
  all: ['', 'alle', 'all', 'everyone'],
  teacher: ['lehrkräfte', 'lehrkraft', 'lehrer', 'nur lehrkräfte', 'teachers', 'teacher', 'teachers only'],
  student: [
    'lernende',
    'schülerinnen und schüler',
    'schüler',
    'nur lernende',
    'learners',
    'students',
    'student',
    'learners only',
    'students only',
  ],
};
/** Returns true for words that mean an unlimited number or period. */
export const isUnlimitedTerm = (cell: string): boolean => codeOf(RUNTIMES, cell) === 'unlimited';

const RUNTIMES: Record<'unlimited' | 'school_year' | 'publisher_year', readonly string[]> = {
  unlimited: ['unbegrenzt', 'unbefristet', 'ohne ende', 'unlimited', 'open-ended'],
  school_year: ['schuljahr', 'school year'],
  publisher_year: ['verlagsjahr', "publisher's year", 'publisher year'],
};

export const PACKAGE_COLUMNS = {
  medium: {
    names: 'mediennummer,media number,mediennr,medien-nr.,medium,produktnummer,produkt,isbn,identifier,product,medien-id'.split(','),
    required: true,
    forAll: true,
  },
  code: {
    names:
      'lizenznummer,lizenznr,kauf- oder abholnummer,kaufnummer,purchase number,lizenz-nr.,lizenzcode,lizenzschlüssel,lizenz,bestellnummer,licence number,license number,licence,reference,code'.split(
        ',',
      ),
    required: true,
  },
  licensor: {
    names: 'lizenzgeber,anbieter,verlag,verlag oder anbieter,lieferant,licensor,supplier,publisher,publisher or provider'.split(','),
    forAll: true,
  },
  scope: {
    names: 'lizenzart,art der lizenz,umfang,art,scope,kind,licence type,license type,type'.split(','),
    choices: SCOPES,
    forAll: true,
  },
  seats: { names: 'plätze,anzahl plätze,anzahl,lizenzen,anzahl lizenzen,seats,quantity'.split(',') },
  runtime: { names: 'laufzeit,runtime,term'.split(',') },
  valid_from: { names: 'gültig ab,gültig von,erster tag,first day,beginn,lizenzbeginn,startdatum,von,ab,valid from,from,start'.split(',') },
  valid_to: {
    names: 'gültig bis,letzter tag,last day,neues ende,ende,lizenzende,enddatum,ablaufdatum,bis,valid to,valid until,until,to,end'.split(
      ',',
    ),
  },
  audience: { names: 'zielgruppe,nutzerkreis,für wen,für,for whom,audience'.split(','), choices: AUDIENCES },
  price: {
    names: 'preis brutto,preis mit umsatzsteuer,price with vat,bruttopreis,brutto,preis,kosten,betrag,gross price,price,cost'.split(','),
  },
} as const;
type Column = keyof typeof PACKAGE_COLUMNS;

const TABLE: TableDefinition<Column> = { columns: PACKAGE_COLUMNS, rows: PACKAGE_ROWS };

export type PackageTable = { table: ReadTable<Column>; lines: PackageLine[] };

/** Parses a package. Throws `validation_failed` for a file that is not a table, is empty or has too many rows. */
export async function readPackageTable(bytes: Uint8Array, mapping?: TableMapping): Promise<PackageTable> {
  const table = await readTable(bytes, TABLE, mapping);
  return { table, lines: table.rows.map((row) => checkLine(readRow(row))) };
}

/** Parses the terms of a row. The caller checks that the row is complete. */
export function readRow({ line, cells, problem }: Pick<TableRow<Column>, 'line' | 'cells'> & { problem: Problem | null }): PackageLine {
  const problems: Problem[] = problem ? [problem] : [];
  const known = <T>(column: Column, value: T | undefined, otherwise: T): T => {
    if (value === undefined) problems.push({ field: column, rule: 'format' });
    return value ?? otherwise;
  };
  const seats = known('seats', /^\d{0,7}$/.test(cells.seats) ? Number(cells.seats) : isUnlimitedTerm(cells.seats) ? 0 : undefined, 0);
  const valid_to = known('valid_to', isUnlimitedTerm(cells.valid_to) ? null : dayOfCell(cells.valid_to), null);
  const days = /^(\d{1,4})\s*(?:tage?|days?)$/i.exec(cells.runtime)?.[1];
  const runtime: Runtime | undefined = days
    ? 'days'
    : cells.runtime === ''
      ? valid_to === null
        ? 'unlimited'
        : 'until_date'
      : (codeOf(RUNTIMES, cells.runtime) as keyof typeof RUNTIMES | undefined);
  return {
    line,
    medium: cells.medium,
    code: cells.code,
    licensor: cells.licensor,
    seats,
    valid_to,
    scope: problem?.field === 'scope' || cells.scope === '' ? (seats > 0 ? 'volume' : 'school') : (cells.scope as PackageLine['scope']),
    runtime: known('runtime', runtime, 'unlimited'),
    runtime_days: days ? Number(days) : null,
    valid_from: known('valid_from', dayOfCell(cells.valid_from), null),
    audience: problem?.field === 'audience' ? 'all' : (cells.audience as LicenceAudience),
    rights: {},
    price: known('price', parseAmount(cells.price), null),
    school: '',
    problem: problems[0] ?? null,
  };
}
