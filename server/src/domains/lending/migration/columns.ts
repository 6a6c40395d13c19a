/** Columns of migration tables and their headers in other systems (docs/import/lending.md). Pure. */
import { de, en } from '@fundus/contract/messages';
import { MIGRATION_COLUMNS, MIGRATION_ROWS, type MigrationColumn, type MigrationStep } from '@fundus/contract/lending/migration/migration';
import type { ColumnDefinition, TableDefinition } from '@fundus/importer/tables/columns';

/** Headers in addition to the portal's own, most specific first. */
const NAMES: Record<MigrationColumn, string> = {
  number: '',
  // Borrowers
  card: 'cardnumber,card number,badge id,badge,kartennummer,ausweis,ausweis-nr,lesernummer,leserausweis,benutzerausweis,bibliotheksausweis,library card',
  name: 'surname,lastname,last name,nachname,familienname,vollständiger name,ansprechpartner,entleiher,patron,full name',
  first_name: 'firstname,first name,rufname,given name',
  email:
    'e-mail-adresse,mail,e-mail adresse,mailadresse,email address,e-mail entleiher,e-mail des entleihers,e-mail kunde,borrower email,user email',
  phone: 'telefon,telefonnummer,tel,mobile,mobil,handy,phone number,festnetz',
  kind: 'benutzergruppe,benutzertyp,kundengruppe,kundenart,personengruppe,entleihergruppe,categorycode,category code,patron category,gruppe',
  school: 'institution,einrichtung,dienststelle,schulname,organisation,organization,branch,schule/einrichtung',
  address: 'anschrift,adresse,postanschrift,full address',
  street: 'straße,strasse,str,address',
  house: 'hausnummer,haus-nr,hausnr,streetnumber,street number,nr',
  postcode: 'plz,postleitzahl,zipcode,zip,zip code',
  city: 'ort,wohnort,stadt,town',
  note: 'bemerkung,bemerkungen,notiz,anmerkung,kommentar,hinweis,borrowernotes,notes,remark',
  blocked: 'gesperrt,sperre,ausleihsperre,gesperrt ja/nein,suspended,restricted',
  blocked_until: 'gesperrt bis,sperre bis,sperrdatum,debarred,suspended until,restricted until',
  blocked_reason: 'sperrgrund,grund der sperre,grund,debarredcomment,suspended reason,restriction comment',
  id_checked: 'ausweis geprüft,personalausweis geprüft,ausweis gesehen,identität geprüft,identity checked',
  // Loans and reservations
  device:
    'gerätenummer,geräte-nr,gerät,inventarnummer,inventar-nr,inv.-nr,inventory code,inventory_code,barcode,strichcode,mediennummer,medien-nr,exemplarnummer,exemplar,signatur,seriennummer,item barcode,asset tag',
  model: 'modell,gerätebezeichnung,bezeichnung,titel,title,product,model name,produkt',
  quantity: 'anzahl,menge,stück,stückzahl',
  borrower:
    'entleihernummer,entleiher-nr,entleiher,ausleiher,kundennummer,kunden-nr,kunde,benutzernummer,benutzer-nr,benutzer,lesernummer,ausweisnummer,ausweis,kartennummer,cardnumber,card number,borrowernumber,badge id,user id,userid,patron',
  lent_on:
    'ausgeliehen am,verliehen am,entliehen am,ausleihdatum,verleihdatum,entleihdatum,ausgabedatum,ausgabe,ausgabe am,leihbeginn,issuedate,issue date,checkout date,checked out on,start date,start_date,von',
  due_on:
    'fällig am,fällig,fälligkeit,fälligkeitsdatum,rückgabe bis,rückgabe am,rückgabedatum,rückgabetermin,leihfristende,leihfrist bis,leihende,date_due,duedate,date due,due date,return by,end date,end_date,bis',
  renewals: 'verlängerungen,anzahl verlängerungen,verlängert,renewals_count,renewal count',
  reminders: 'mahnstufe,mahnungen,anzahl mahnungen,erinnerungen,letzte mahnstufe,overdue notices,reminder level',
  purpose: 'zweck,verwendungszweck,wofür,anlass,betreff,bemerkung,notiz,note,purpose of use',
  from: 'von,ab,beginn,reserviert ab,reserviert von,bestellt für,abholung am,abholtermin,abholdatum,startdatum,start date,start_date,pickup date,from date',
  until: 'bis,ende,reserviert bis,rückgabe am,rückgabe bis,rückgabedatum,enddatum,end date,end_date,return date,until date',
  state: 'status,bestellstatus,zustand der bestellung,reservation status',
  delivery: 'lieferart,lieferung,zustellung,abholung,versandart,delivery method,pick-up',
  reserved_on: 'bestellt am,bestelldatum,reserviert am,vorgemerkt am,reservedate,reservation date,created_at,order date',
};

/** Headers of the column `number`, whose meaning differs between the tables. */
const NUMBERS: Record<MigrationStep, string> = {
  borrowers:
    'borrowernumber,borrower number,kundennummer,kunden-nr,kundennr,benutzernummer,benutzer-nr,entleihernummer,entleiher-nr,personennummer,person id,patron id,user id,userid,org_id,id,nr,nummer',
  loans: 'issue_id,checkout id,ausleihnummer,ausleihe-nr,vorgangsnummer,vorgang,leihscheinnummer,leihschein,contract,vertragsnummer,id',
  reservations: 'reserve_id,hold id,bestellnummer,bestell-nr,reservierungsnummer,reservierung,auftragsnummer,vormerknummer,order,id',
};

const YES = ['ja', 'yes', 'x', '1', 'true', 'wahr', 'j', 'y', 'gesperrt', 'blocked'];
const NO = ['', 'nein', 'no', '0', 'false', 'falsch', 'n', '-'];

const CHOICES: Partial<Record<MigrationColumn, NonNullable<ColumnDefinition['choices']>>> = {
  kind: {
    '': [''],
    account: [
      'Konto',
      'Lehrkraft',
      'Lehrkräfte',
      'Lehrer',
      'Lehrerin',
      'Schule',
      'Schulen',
      'Kollegium',
      'Teacher',
      'School',
      'Staff',
      'Konto im Portal',
      'Account in the portal',
    ],
    private: [
      'Privatperson',
      'Privat',
      'Verein',
      'Vereine',
      'Extern',
      'Externe',
      'Sonstige',
      'Private',
      'Club',
      'Guest',
      'Private borrower',
    ],
  },
  blocked: { '': NO, yes: YES },
  id_checked: { '': NO, yes: YES },
  state: {
    '': [''],
    requested: ['beantragt', 'angefragt', 'offen', 'unbestätigt', 'neu', 'submitted', 'pending', 'open', 'requested'],
    approved: ['genehmigt', 'bestätigt', 'zugesagt', 'reserviert', 'approved', 'confirmed', 'reserved'],
    ready: ['bereit', 'abholbereit', 'bereitgestellt', 'liegt bereit', 'ready', 'waiting', 'W'],
  },
  delivery: {
    '': [''],
    pickup: ['Abholung', 'Selbstabholung', 'Selbstabholer', 'abholen', 'pickup', 'collect'],
    courier: ['Kurier', 'Fahrdienst', 'Tour', 'Bote', 'Lieferung', 'courier', 'van'],
    post: ['Post', 'Versand', 'Paket', 'Postversand', 'mail', 'parcel'],
  },
};

const REQUIRED: { readonly [S in MigrationStep]: readonly MigrationColumn<S>[] } = {
  borrowers: ['name'],
  loans: ['device', 'lent_on', 'due_on'],
  reservations: ['from', 'until'],
};
/** Columns for which the user may choose one value for all rows. */
const FOR_ALL: readonly MigrationColumn[] = ['kind', 'id_checked', 'delivery', 'state'];

/**
 * Header combinations that identify the source program. Koha exports the columns of its tables `borrowers`, `issues` and `reserves`, its overdues
 * file and its reports. leihs exports users and reservations.
 */
const SOURCES: Record<MigrationStep, TableDefinition['sources']> = {
  borrowers: {
    koha: [
      ['cardnumber', 'surname'],
      ['borrowernumber', 'surname'],
    ],
    leihs: [
      ['firstname', 'lastname', 'badge_id'],
      ['firstname', 'lastname', 'org_id'],
    ],
  },
  loans: {
    koha: [
      ['duedate', 'barcode', 'borrowernumber'],
      ['date_due', 'issuedate', 'barcode'],
    ],
    leihs: [['inventory_code', 'start_date', 'end_date']],
  },
  reservations: {
    koha: [
      ['reserve_id', 'reservedate'],
      ['reservedate', 'cardnumber'],
    ],
    leihs: [
      ['model_name', 'start_date', 'end_date', 'status'],
      ['product', 'start_date', 'end_date'],
    ],
  },
};

export const columnLabel = (step: MigrationStep, column: MigrationColumn, lang: string): string => {
  const key = column === 'number' ? (`migration.column.number.${step}` as const) : (`migration.column.${column}` as const);
  return (lang.startsWith('de') ? de : en)[key];
};

/** Returns the table definition of a migration step. */
export function tableOf(step: MigrationStep): TableDefinition<MigrationColumn> {
  const columns = (MIGRATION_COLUMNS[step] as readonly MigrationColumn[]).map((column): [MigrationColumn, ColumnDefinition] => {
    const more = column === 'number' ? NUMBERS[step] : NAMES[column];
    const choices = CHOICES[column];
    return [
      column,
      {
        names: [columnLabel(step, column, 'de'), columnLabel(step, column, 'en'), ...more.split(',').filter(Boolean)],
        ...((REQUIRED[step] as readonly MigrationColumn[]).includes(column) && { required: true as const }),
        ...(choices && { choices }),
        ...(FOR_ALL.includes(column) && { forAll: true as const }),
      },
    ];
  });
  return {
    columns: Object.fromEntries(columns) as Record<MigrationColumn, ColumnDefinition>,
    rows: MIGRATION_ROWS,
    sources: SOURCES[step] ?? {},
  };
}
