/** Parses a table of a media centre's staff. Runs in a child process of `staff-import.ts`. */
import { STAFF_ROWS } from '@fundus/contract/invitations/staff-import';
import type { Capability } from '@fundus/contract/people/rules';
import type { TableMapping } from '@fundus/contract/tables/tables';
import type { TableDefinition } from '@fundus/importer/tables/columns';
import { readTable, type ReadTable } from '@fundus/importer/tables/read-table';

/** Names of responsibilities in tables. `none` removes all responsibilities and `all` grants all. `district_admin` is recognised but refused. */
const RESPONSIBILITIES: Record<Capability | 'all' | 'none' | 'district_admin', readonly string[]> = {
  cap_lending: (
    'verleih,ausleihe,geräte,geräteverleih,geräteausleihe,medienverleih,medienausleihe,verleihtheke,theke,lending,lending desk,loans,devices,' +
    'equipment,circulation'
  ).split(','),
  cap_news:
    'neuigkeiten,neuigkeit,nachrichten,aktuelles,news,redaktion,öffentlichkeitsarbeit,pressearbeit,editorial,public relations'.split(','),
  cap_catalogue: (
    'katalog,katalogisierung,katalogpflege,katalogbearbeitung,medien,medienkatalog,medienerschließung,erschließung,mediathek,catalogue,catalog,' +
    'cataloguing,cataloging,media'
  ).split(','),
  cap_licences:
    'lizenzen,lizenz,lizenzverwaltung,lizenzmanagement,medienlizenzen,onlinelizenzen,licences,licence,licenses,license,licensing'.split(
      ',',
    ),
  all: ['alle', 'alles', 'alle zuständigkeiten', 'all', 'all responsibilities', 'everything'],
  none: ['', 'keine', 'keines', 'keine zuständigkeit', 'ohne', 'none', 'nothing', 'no'],
  district_admin:
    'administration,administrator,administratorin,admin,kreisadministration,kreisadministrator,administration des kreises,district administrator,administration of the district,leitung des medienzentrums'.split(
      ',',
    ),
};

const COLUMNS = {
  email: {
    names:
      'dienstliche e-mail,dienst-e-mail,email,e-mail,mail,e-mail-adresse,mailadresse,mail-adresse,e-mail address,email address,adresse'.split(
        ',',
      ),
    required: true,
  },
  vorname: { names: ['vorname', 'rufname', 'vornamen', 'first name', 'given name', 'forename'] },
  name: { names: ['nachname', 'familienname', 'zuname', 'last name', 'surname', 'family name', 'name'] },
  capabilities: {
    names: (
      'zuständigkeiten,zuständigkeit,zuständig für,aufgaben,aufgabe,aufgabenbereich,aufgabenbereiche,arbeitsbereich,bereich,bereiche,rechte,' +
      'berechtigungen,funktion,funktionen,responsibilities,responsibility,responsible for,tasks,duties,area,areas,rights,permissions'
    ).split(','),
    choices: RESPONSIBILITIES,
    list: true,
    forAll: true,
  },
} as const;
export type StaffColumn = keyof typeof COLUMNS;

const TABLE: TableDefinition<StaffColumn> = { columns: COLUMNS, rows: STAFF_ROWS, order: ['email', 'vorname', 'name', 'capabilities'] };

/** Returns the rows of a table. Throws `validation_failed` if the file is not a table, is empty or has too many rows. */
export const readStaff = (bytes: Uint8Array, mapping?: TableMapping): Promise<ReadTable<StaffColumn>> => readTable(bytes, TABLE, mapping);
