/** Reads a table of people. `import.ts` runs this module in a child process. */
import { IMPORT_ROWS, type PersonRole } from '@fundus/contract/people/people';
import type { TableMapping } from '@fundus/contract/tables/tables';
import type { TableDefinition } from '@fundus/importer/tables/columns';
import { readTable, type ReadTable } from '@fundus/importer/tables/read-table';
import { SCHOOL_NUMBER_NAMES } from '@fundus/importer/tables/school-column';

const ROLES: Record<Exclude<PersonRole, ''>, readonly string[]> = {
  L: (
    ',l,lehrkraft,lehrkräfte,lehrer,lehrerin,lehrperson,teacher,studienrat,studienrätin,str,oberstudienrat,oberstudienrätin,ostr,' +
    'studiendirektor,studiendirektorin,std,oberstudiendirektor,oberstudiendirektorin,ostd,studienassessor,studienassessorin,rektor,rektorin,' +
    'konrektor,konrektorin,direktor,direktorin,schulleiter,schulleiterin,schulleitung,realschullehrer,realschullehrerin,grundschullehrer,' +
    'grundschullehrerin,hauptschullehrer,hauptschullehrerin,mittelschullehrer,sonderschullehrer,sonderschullehrerin,förderschullehrer,' +
    'sonderpädagoge,sonderpädagogin,fachlehrer,fachlehrerin,fachoberlehrer,fachoberlehrerin,werklehrer,vertretungslehrer,vertretungslehrkraft,' +
    'referendar,referendarin,studienreferendar,studienreferendarin,lehramtsanwärter,lehramtsanwärterin,anwärter,anwärterin,laa,lav,liv,' +
    'lehrkraft im vorbereitungsdienst,trainee teacher,head teacher,principal,lehrer:in,lehrer/innen,unterrichtende'
  ).split(','),
  P: (
    'p,personal,mitarbeiter,mitarbeiterin,mitarbeitende,weiteres personal,sonstiges personal,nichtlehrendes personal,staff,other staff,' +
    'sekretariat,sekretär,sekretärin,schulsekretärin,verwaltung,verwaltungskraft,verwaltungsangestellte,verwaltungsangestellter,hausmeister,' +
    'hausmeisterin,schulsozialarbeit,schulsozialarbeiter,schulsozialarbeiterin,sozialpädagoge,sozialpädagogin,erzieher,erzieherin,' +
    'pädagogische fachkraft,pädagogische mitarbeiterin,pädagogischer mitarbeiter,schulbegleitung,schulbegleiter,integrationshelfer,' +
    'schulassistenz,bibliothek,bibliothekar,bibliothekarin,it,administrator,systembetreuer,office,secretary,caretaker,librarian'
  ).split(','),
  S: 's,schüler,schülerin,schülerin oder schüler,lernende,lernender,student,students,pupil,learner'.split(','),
};

const COLUMNS = {
  vorname: { names: ['vorname', 'rufname', 'vornamen', 'foreName', 'first name', 'given name'], required: true },
  name: { names: ['nachname', 'familienname', 'zuname', 'longName', 'last name', 'surname', 'family name', 'name'], required: true },
  email: {
    names: (
      'dienstliche e-mail,dienstliche e-mail-adresse,e-mail dienstlich,dienst-e-mail,emaildienst,e-mail-adresse dienstlich,email,e-mail,mail,' +
      'e-mail-adresse,mailadresse,mail-adresse,address.email,e-mail address,schul-e-mail,e-mail schule'
    ).split(','),
    required: true,
  },
  role: {
    names: 'rolle,funktion,amtsbezeichnung,dienstbezeichnung,stellung,role,position,function'.split(','),
    choices: ROLES,
    forAll: true,
  },
  class: {
    names:
      'klasse,klassen,klasse.name,klassenlehrer in,klassenleitung,klassenleitung in,klassenbezeichnung,klassengruppe,class,classes'.split(
        ',',
      ),
  },
  code: { names: ['entleihercode', 'ausweisnummer', 'borrower code', 'library card', 'benutzerausweis'] },
} as const;

/**
 * Columns of a table for all schools of a district. Each row specifies its school, and there is no class column because the district cannot see
 * classes.
 */
const { class: _, ...OF_ALL } = COLUMNS;
const DISTRICT_COLUMNS = {
  school: {
    names: SCHOOL_NUMBER_NAMES,
    required: true,
  },
  ...OF_ALL,
} as const;
export type PeopleColumn = keyof typeof COLUMNS | keyof typeof DISTRICT_COLUMNS;

/** Headers by which exports of school administration programs are recognized (docs/import/tables.md#school-administration-programs). */
const SOURCES = {
  webuntis: [['foreName', 'longName', 'name']],
  schild: [
    ['Kürzel', 'Nachname', 'Vorname', 'Dienst-E-Mail'],
    ['Lehrerkürzel', 'Nachname', 'Vorname'],
    ['Kürzel', 'Nachname', 'Vorname', 'Amtsbezeichnung'],
  ],
  asv: [
    ['familienname', 'rufname'],
    ['familienname', 'vornamen'],
    ['familienname', 'stammschule'],
  ],
  schulmanager: [
    ['Nachname', 'Vorname', 'Kürzel', 'E-Mail-Adresse'],
    ['Familienname', 'Vorname', 'Kürzel', 'E-Mail-Adresse'],
  ],
} as const;

const TABLE: TableDefinition<keyof typeof COLUMNS> = { columns: COLUMNS, rows: IMPORT_ROWS, sources: SOURCES };
const DISTRICT_TABLE: TableDefinition<keyof typeof DISTRICT_COLUMNS> = { columns: DISTRICT_COLUMNS, rows: IMPORT_ROWS };

/** A table for one school has no school column. A table for a district has no class column. */
export type PeopleTable = ReadTable<keyof typeof COLUMNS> | ReadTable<keyof typeof DISTRICT_COLUMNS>;

/** Reads a table for one school. Throws `validation_failed` if the file is not a table, is empty, or has too many rows. */
export const parsePeopleTable = (bytes: Uint8Array, mapping?: TableMapping): Promise<ReadTable<keyof typeof COLUMNS>> =>
  readTable(bytes, TABLE, mapping);

/** Reads a table in which each row specifies its school. Throws like `parsePeopleList`. */
export const readPeopleOfDistrict = (bytes: Uint8Array, mapping?: TableMapping): Promise<ReadTable<keyof typeof DISTRICT_COLUMNS>> =>
  readTable(bytes, DISTRICT_TABLE, mapping);
