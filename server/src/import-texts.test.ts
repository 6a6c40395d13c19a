/** Checks that the imports of tables read the texts of their own dialogs in both languages: samples, labels of columns, and labels of choices. */
import { MIGRATION_STEPS, type MigrationColumn } from '@fundus/contract/lending/migration/migration';
import { de, en } from '@fundus/contract/messages';
import type { RecognisedTable } from '@fundus/contract/tables/tables';
import { describe, expect, test } from 'vitest';
import { readClassTable, readDistrictClassTable } from './domains/classes/school/class-table.ts';
import { readStaff } from './domains/invitations/staff-table.ts';
import { columnLabel } from './domains/lending/migration/columns.ts';
import { readMigration } from './domains/lending/migration/read-file.ts';
import { readStock } from './domains/lending/stock/stock-file.ts';
import { readLicenceTable } from './domains/licences/licence-table.ts';
import { readPackageTable } from './domains/licences/packages/package-table.ts';
import { readProducts } from './domains/marketplace/products/import-table.ts';
import { parsePeopleTable, readPeopleOfDistrict } from './domains/people/people-table.ts';
import { readSchoolTable } from './domains/schools/schools-table.ts';

type Language = 'de' | 'en';
type Table = {
  read: (bytes: Uint8Array) => Promise<{ found: RecognisedTable; rows: { problem: object | null }[] }>;
  /** Key of the sample in the dialog. */
  sample?: string;
  labelOf: (column: string, language: Language) => string;
  choiceOf?: (column: string, code: string, language: Language) => string;
  /** Keys of the headers of the list that the portal exports, by column. */
  exported?: Readonly<Record<string, string>>;
};

const TEXTS: Record<Language, Readonly<Record<string, string>>> = { de, en };
function textOf(key: string, language: Language): string {
  const text = TEXTS[language][key];
  if (text === undefined) throw new Error(`no text ${key}`);
  return text;
}
const label = (key: string) => (column: string, language: Language) => textOf(`${key}.${column}`, language);
const choice = (key: string) => (column: string, code: string, language: Language) => textOf(`${key}.${column}.${code}`, language);
const linesOf =
  (read: (bytes: Uint8Array) => Promise<{ table: { found: RecognisedTable }; lines: { problem: object | null }[] }>): Table['read'] =>
  async (bytes) => {
    const { table, lines } = await read(bytes);
    return { found: table.found, rows: lines };
  };

const ROLES: Readonly<Record<string, string>> = { L: 'role.teacher', P: 'role.staff', S: 'role.student' };
const roleOf: Table['choiceOf'] = (_, code, language) => textOf(ROLES[code]!, language);

const SCHOOL_PARTS = ['area', 'house', 'name2', 'name3'];

const PEOPLE = { name: 'people.lastName', vorname: 'people.import.field.vorname', email: 'people.import.field.email', role: 'people.role' };

const TABLES: Record<string, Table> = {
  schools: {
    ...{ read: readSchoolTable, sample: 'schools.import.sample' },
    labelOf: (column, language) => textOf(`schools.${SCHOOL_PARTS.includes(column) ? 'import.column' : 'field'}.${column}`, language),
  },
  'people of a school': {
    read: parsePeopleTable,
    sample: 'people.import.sample',
    labelOf: label('people.import.field'),
    choiceOf: roleOf,
    exported: PEOPLE,
  },
  'people of a district': {
    ...{ read: readPeopleOfDistrict, sample: 'people.import.sample.district' },
    ...{ labelOf: label('people.import.field'), choiceOf: roleOf, exported: { ...PEOPLE, school: 'people.school' } },
  },
  'classes of a school': {
    ...{ read: readClassTable, sample: 'schools.classes.import.sample', labelOf: label('schools.classes.import.column') },
    exported: { name: 'class.name', grade: 'class.grade', owners: 'class.export.owners', codes: 'class.export.codes' },
  },
  'classes of a district': {
    ...{ read: readDistrictClassTable, sample: 'schools.classes.import.sample.district' },
    labelOf: label('schools.classes.import.column'),
  },
  staff: {
    ...{ read: readStaff, sample: 'invitations.staff.import.sample', labelOf: label('invitations.staff.import.field') },
    choiceOf: (_, code, language) =>
      textOf(code.startsWith('cap_') ? `people.${code}` : `invitations.staff.import.choice.${code}`, language),
  },
  licences: {
    read: linesOf(readLicenceTable),
    sample: 'licence.table.sample',
    labelOf: (column, language) => textOf(column === 'id' ? 'licence.table.id' : `package.field.${column}`, language),
    choiceOf: choice('package.choice'),
    exported: {
      ...{ medium: 'licence.table.identifier', school: 'licence.table.schoolNumber', scope: 'licence.scope', seats: 'licence.seats' },
      ...{ valid_from: 'licence.from', valid_to: 'licence.to', audience: 'licence.audience', licensor: 'licence.licensor' },
      ...{ code: 'licence.reference', price: 'licence.price', id: 'licence.table.id' },
    },
  },
  'a licence package': {
    ...{ read: linesOf(readPackageTable), sample: 'package.sample' },
    ...{ labelOf: label('package.field'), choiceOf: choice('package.choice') },
  },
  products: {
    read: async (bytes) => {
      const { table, rows } = await readProducts(bytes);
      return { found: table.found, rows };
    },
    ...{ sample: 'market.import.sample', labelOf: label('market.column'), choiceOf: choice('market.import.choice') },
  },
  devices: {
    ...{ read: linesOf(readStock), sample: 'lending.import.sample', labelOf: label('lending.csv') },
    choiceOf: (column, code, language) => textOf(column === 'state' ? `lending.item.${code}` : 'migration.choice.yes', language),
  },
  ...Object.fromEntries(
    MIGRATION_STEPS.map((step): [string, Table] => [
      `migration of ${step}`,
      {
        read: linesOf((bytes) => readMigration(step, bytes)),
        labelOf: (column, language) => columnLabel(step, column as MigrationColumn, language),
        choiceOf: (column, code, language) => textOf(`migration.choice.${code === 'yes' ? code : `${column}.${code}`}`, language),
      },
    ]),
  ),
};

const bytesOf = (...rows: string[][]): Uint8Array =>
  new TextEncoder().encode(rows.map((cells) => cells.map((cell) => `"${cell}"`).join(';')).join('\n'));

const cases = Object.entries(TABLES).flatMap(([name, table]) => (['de', 'en'] as const).map((language) => ({ name, language, table })));

/** Returns the columns of a table in the order of its definition. */
async function columnsOf({ read }: Table): Promise<RecognisedTable['columns']> {
  return (await read(bytesOf(['-', '-'], ['-', '-']))).found.columns;
}

describe.for(cases)('$name, $language', ({ language, table }) => {
  test.runIf(table.sample)('reads its sample', async () => {
    const { found, rows } = await table.read(new TextEncoder().encode(textOf(table.sample!, language)));
    const used = new Set(found.columns.map(({ at }) => at));
    expect(found.headers.filter((_, at) => !used.has(at))).toEqual([]);
    expect(found.values).toEqual([]);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ problem }) => problem)).toEqual(rows.map(() => null));
  });

  test('recognises its column labels', async () => {
    const columns = await columnsOf(table);
    const labels = columns.map(({ column }) => table.labelOf(column, language));
    const { found } = await table.read(bytesOf(labels, labels));
    expect(found.columns.map(({ column, at }) => [column, labels[at ?? -1]])).toEqual(columns.map(({ column }, i) => [column, labels[i]]));
  });

  test.runIf(table.exported)('recognises the columns of an exported list', async () => {
    const columns = Object.entries(table.exported!);
    const headers = columns.map(([, key]) => textOf(key, language));
    const { found } = await table.read(bytesOf(headers, headers));
    expect(found.columns.filter(({ at }) => at !== null).map(({ column, at }) => [column, headers[at!]])).toEqual(
      expect.arrayContaining(columns.map(([column], i) => [column, headers[i]])),
    );
  });

  test('recognises the labels of its choices', async () => {
    const columns = await columnsOf(table);
    for (const { column, choices } of columns) {
      const labels = choices.map((code) => table.choiceOf!(column, code, language));
      expect(new Set(labels).size).toBe(choices.length);
      const header = columns.map((each) => table.labelOf(each.column, language));
      const rows = labels.map((text) => columns.map((each) => (each.column === column ? text : '')));
      const { found } = await table.read(
        bytesOf(
          header,
          ...rows,
          header.map(() => '-'),
        ),
      );
      expect(found.values.filter((each) => each.column === column && each.value !== '-')).toEqual([]);
    }
  });
});
