/** Reads a table of schools. `import.ts` runs this module in a child process. */
import { SCHOOL_ROWS } from '@fundus/contract/schools/import';
import type { TableMapping } from '@fundus/contract/tables/tables';
import type { TableDefinition } from '@fundus/importer/tables/columns';
import { readTable, type ReadTable } from '@fundus/importer/tables/read-table';

/** Column headers in the official lists of the federal states and in exports of the portal. */
const COLUMNS = {
  number: {
    names: (
      'schulnummer,schul-nr.,schulnr,snr,amtliche schulnummer,dienststellenschlüssel,dienststellennummer,dst-nr.,schulkennung,bsn,' +
      'school number,nummer,nr'
    ).split(','),
    required: true,
  },
  name: {
    names: (
      'schulname,name der schule,amtliche bezeichnung,schulbezeichnung,schulbezeichnung 1,schulbezeichnung1,dienststellenname,dienststelle,' +
      'bezeichnung der schule,einrichtung,bezeichnung,school name,school,schule,name'
    ).split(','),
    required: true,
  },
  /** Second and third line of the name. */
  name2: {
    names: 'schulbezeichnung 2,schulbezeichnung2,name 2,namenszusatz,bezeichnung 2,name (zweiter teil),name (second part)'.split(','),
  },
  name3: { names: 'schulbezeichnung 3,schulbezeichnung3,name 3,bezeichnung 3,name (dritter teil),name (third part)'.split(',') },
  kind: {
    names: 'schulart,schulform,schultyp,art der schule,bildungsgang,school type,type of school,art,typ,type'.split(','),
    forAll: true,
  },
  street: {
    names:
      'straße,strasse,straße und hausnummer,straße hausnummer,straße nr,strasse hausnr,anschrift,adresse,street,street and number,address'.split(
        ',',
      ),
  },
  house: { names: 'hausnummer,hausnr,haus-nr.,hnr,house number'.split(',') },
  postcode: { names: 'plz,postleitzahl,postcode,zip,zip code'.split(',') },
  city: { names: 'ort,schulort,stadt,gemeinde,wohnort,city,town,town or city'.split(','), forAll: true },
  area: { names: 'telefonvorwahl,vorwahl,area code'.split(',') },
  phone: { names: 'telefon,telefonnummer,tel.,fon,rufnummer,phone,telephone'.split(',') },
  email: { names: 'e-mail,email,mail,e-mail-adresse,mailadresse,schul-e-mail,poststelle,e-mail address'.split(',') },
  website: { names: 'homepage,website,internet,webseite,internetadresse,url,web'.split(',') },
} as const;
export type SchoolTableColumn = keyof typeof COLUMNS;

const TABLE: TableDefinition<SchoolTableColumn> = { columns: COLUMNS, rows: SCHOOL_ROWS };

/** Reads a table of schools. Throws `validation_failed` if the file is not a table, is empty, or has too many rows. */
export const readSchoolTable = (bytes: Uint8Array, mapping?: TableMapping): Promise<ReadTable<SchoolTableColumn>> =>
  readTable(bytes, TABLE, mapping);
