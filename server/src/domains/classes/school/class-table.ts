/** Reads a table or a list of classes. Runs in a child process (`school-classes.ts`). */
import { CLASS_ROWS, DISTRICT_CLASS_ROWS } from '@fundus/contract/classes/school-classes';
import type { TableMapping } from '@fundus/contract/tables/tables';
import type { TableDefinition } from '@fundus/importer/tables/columns';
import { readTable, type ReadTable } from '@fundus/importer/tables/read-table';
import { SCHOOL_NUMBER_NAMES } from '@fundus/importer/tables/school-column';

const COLUMNS = {
  name: {
    names: 'klasse,klassenname,klassenbezeichnung,klassengruppe,bezeichnung,name,kürzel,class,class name,klasse.name'.split(','),
    required: true,
  },
  owners: {
    names: (
      'klassenleitung,klassenlehrer,klassenlehrerin,klassenlehrkraft,verantwortlich,verantwortliche lehrkraft,lehrkraft,e-mail,email,' +
      'e-mail klassenleitung,teacher,class teacher,teachers,responsible,responsible teachers'
    ).split(','),
  },
  codes: {
    names:
      'zugangscodes,anzahl zugangscodes,codes,anzahl,lernende,schülerzahl,anzahl schüler,klassenstärke,access codes,davon mit zugangscode,of these with an access code,student codes,learner codes,students,learners'.split(
        ',',
      ),
  },
  grade: { names: 'klassenstufe,jahrgangsstufe,jahrgang,stufe,grade,year'.split(',') },
} as const;
export type ClassColumn = keyof typeof COLUMNS;

/** Columns of a table for many schools. It has no learner codes, because each school creates and prints its own codes. */
const { codes: _, owners, ...OF_ALL } = COLUMNS;
const DISTRICT_COLUMNS = {
  school: { names: SCHOOL_NUMBER_NAMES, required: true },
  ...OF_ALL,
  owners: { ...owners, required: true },
} as const;
export type DistrictClassColumn = keyof typeof DISTRICT_COLUMNS;

/** If there is no header, the first column is the name of the class. */
const TABLE: TableDefinition<ClassColumn> = { columns: COLUMNS, rows: CLASS_ROWS, order: ['name', 'owners', 'codes'] };

/** Reads a table. Throws `validation_failed` if the file is not a table, is empty or has too many rows. */
export const readClassTable = (bytes: Uint8Array, mapping?: TableMapping): Promise<ReadTable<ClassColumn>> =>
  readTable(bytes, TABLE, mapping);

const DISTRICT_TABLE: TableDefinition<DistrictClassColumn> = { columns: DISTRICT_COLUMNS, rows: DISTRICT_CLASS_ROWS };

/** Reads a table with a column for the school. Throws the same errors as `readClassTable`. */
export const readDistrictClassTable = (bytes: Uint8Array, mapping?: TableMapping): Promise<ReadTable<DistrictClassColumn>> =>
  readTable(bytes, DISTRICT_TABLE, mapping);
