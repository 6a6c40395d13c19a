/** Parses a table of devices. Runs in a child process of `stock-import.ts`. */
import { parseAmount } from '@fundus/contract/cents';
import { isCategory } from '@fundus/contract/lending/points/categories';
import { CHANGED_COLUMNS, STOCK_COLUMNS, STOCK_ROWS, type StockColumn, type StockRow } from '@fundus/contract/lending/stock/stock';
import { MAX_CENTS, MAX_PARTS } from '@fundus/contract/lending/points/points';
import type { ItemState } from '@fundus/contract/lending/states';
import { de, en } from '@fundus/contract/messages';
import type { TableMapping } from '@fundus/contract/tables/tables';
import type { ColumnDefinition, TableDefinition } from '@fundus/importer/tables/columns';
import { dayOfCell } from '@fundus/contract/tables/cells';
import { readTable, type ReadTable, type TableRow } from '@fundus/importer/tables/read-table';
import { FIELDS, type ChangedFields, type ChangedColumn, type StockLine } from './stock-table.ts';

/** Header combinations that identify the source program: items of Koha, or the inventory file of leihs. */
const SOURCES: TableDefinition['sources'] = {
  koha: [
    ['itemnumber', 'biblionumber'],
    ['homebranch', 'itemcallnumber'],
  ],
  leihs: [
    ['Inventory Code', 'Product', 'Responsible department'],
    ['Inventarcode', 'Produkt', 'Gerätepark'],
  ],
};

/** Headers in addition to the portal's own. */
const MORE: Record<StockColumn, string> = {
  // The code is matched before the second code, so a single barcode column is the code.
  code: 'inventarnummer,inventarnr,inventar-nr.,inv.-nr.,inv-nr,inventory code,gerätenummer,geräte-nr.,barcode,etikett,signatur,mediennummer,exemplarnummer,code,inventory number,asset tag',
  other_code:
    'zweite nummer,weiterer code,weiterer barcode,alte nummer,frühere nummer,other number,second number,former number,old number,alternate number,additional number,further number,barcode,barcode-nr,strichcode,etikett,mediennummer,medien-nr,buchungsnummer,exemplarnummer,item barcode',
  model: 'modell,product,bezeichnung,gerätebezeichnung,gerät,gerätename,produkt,produktname,titel,typ,name,device,item',
  category: 'kategorie,gerätegruppe,gruppe,geräteart,sachgruppe,art,category,type',
  maker: 'marke,fabrikat,manufacturer,brand',
  serial: 'seriennummer,seriennr.,serien-nr.,s/n,sn,serial,serial no',
  shelf: 'standort,lagerort,lagerplatz,ort,raum,location,room',
  not_lendable: 'nicht verleihbar,nicht ausleihbar,ausleihsperre,not lendable,blocked',
  next_check_on: 'prüfung fällig,prüftermin,nächster prüftermin,dguv v3,next inspection',
  bought_on: 'anschaffungsdatum,kaufdatum,anschaffung,beschafft am,gekauft,purchase date,purchased',
  price: 'anschaffungswert,anschaffungspreis,anschaffungskosten,einkaufspreis,kosten,preis,price,cost',
  supplier: 'händler,verkäufer,bezugsquelle,vendor,dealer',
  warranty_until: 'garantieende,garantie,gewährleistung bis,warranty,warranty end',
  ends_on: 'nutzungsende,abschreibung bis,ende der nutzung,end of use',
  replacement: 'wiederbeschaffungswert,wiederbeschaffungskosten,neuwert,zeitwert,wert,replacement value,value',
  parts: 'zubehör,bestandteile,lieferumfang,inhalt,accessories,parts list,contents',
  identifier: 'medium,medien-id,identifier,kennung des mediums,katalognummer,biblionumber,catalogue number',
  state: 'zustand,status,gerätestatus,gerätezustand,condition,retired,ausgemustert',
  note: 'bemerkung,bemerkungen,notizen,anmerkung,kommentar,hinweis,notes,remark,comment',
};
const YES = ['ja', 'yes', 'x', '1', 'true', 'wahr', 'gesperrt', 'j', 'y'];
const NO = ['', 'nein', 'no', '0', 'false', 'falsch', 'n'];

/** Names of states in exports and in other systems, by state. The state '' stands for a device in order. */
const STATES: Record<'' | Exclude<ItemState, 'available'>, string> = {
  '': ',available,verfügbar,vorhanden,in ordnung,ok,gut,neu,gebraucht,aktiv,ausleihbar,verliehen,ausgeliehen,entliehen,im regal,on loan,active,good,false,nein,no,0',
  quarantine: 'in prüfung,zu prüfen,prüfen,unvollständig,incomplete,to check',
  repair: 'defekt,kaputt,beschädigt,in reparatur,reparatur,wartung,damaged,broken,maintenance',
  lost: 'verloren,vermisst,verschollen,fehlt,missing,gestohlen',
  retired: 'ausgesondert,ausgemustert,ausgeschieden,entsorgt,abgeschrieben,withdrawn,disposed,true,ja,yes,1',
};
const stateNames = (state: keyof typeof STATES): string[] => [
  ...STATES[state].split(','),
  ...(['available', 'quarantine', 'repair', 'lost', 'retired'] as const).flatMap((each) =>
    each === (state || 'available') ? [de[`lending.item.${each}`], en[`lending.item.${each}`]] : [],
  ),
];

/** Columns for which the user may choose one value for all rows. */
const FOR_ALL: readonly StockColumn[] = ['model', 'category', 'maker', 'shelf'];

const definitionOf = (column: StockColumn): ColumnDefinition => ({
  names: [de[`lending.csv.${column}`], en[`lending.csv.${column}`], ...MORE[column].split(',')],
  ...((column === 'code' || column === 'model') && { required: true }),
  ...(FOR_ALL.includes(column) && { forAll: true }),
  ...(column === 'not_lendable' && { choices: { '': NO, yes: YES } }),
  ...(column === 'state' && {
    choices: Object.fromEntries((Object.keys(STATES) as (keyof typeof STATES)[]).map((state) => [state, stateNames(state)])),
  }),
});
const TABLE: TableDefinition<StockColumn> = {
  columns: Object.fromEntries(STOCK_COLUMNS.map((column) => [column, definitionOf(column)])) as Record<StockColumn, ColumnDefinition>,
  rows: STOCK_ROWS,
  sources: SOURCES ?? {},
};

const MAX = {
  code: 40,
  other_code: 40,
  identifier: 200,
  model: 120,
  category: 60,
  maker: 80,
  serial: 80,
  shelf: 60,
  supplier: 120,
  note: 500,
} as const;
export type StockTable = { table: ReadTable<StockColumn>; lines: StockLine[] };

/** Returns the rows of a table. Throws `validation_failed` if the file is not a table, is empty or has too many rows. */
export async function readStock(bytes: Uint8Array, mapping?: TableMapping): Promise<StockTable> {
  const table = await readTable(bytes, TABLE, mapping);
  const codes = new Set<string>();
  const lines = table.rows.map((row) => {
    const read = readRow(row, table.has);
    const code = read.code.toLowerCase();
    if (read.problem === null && codes.has(code)) return { ...read, problem: { field: 'code', rule: 'duplicate' } as const };
    codes.add(code);
    return read;
  });
  return { table, lines };
}

function readRow({ line, cells, problem: unread }: TableRow<StockColumn>, has: ReadonlySet<StockColumn>): StockLine {
  let problem: StockRow['problem'] = unread;
  const wrong = (field: StockColumn, rule: string): void => void (problem ??= { field, rule });
  for (const field of ['code', 'model'] as const) if (cells[field] === '') wrong(field, 'required');
  for (const field of Object.keys(MAX) as (keyof typeof MAX)[]) if (cells[field].length > MAX[field]) wrong(field, 'max');
  if (cells.category !== '' && !isCategory(cells.category)) wrong('category', 'format');
  const fields: Partial<ChangedFields> = {};
  for (const column of CHANGED_COLUMNS) {
    if (!has.has(column)) continue;
    const value = valueOf(column, cells[column]);
    if (value === undefined) wrong(column, 'format');
    else if (typeof value === 'number' && value > MAX_CENTS) wrong(column, 'max');
    else Object.assign(fields, { [FIELDS[column]]: value });
  }
  const replacement = parseAmount(plainCents(cells.replacement));
  if (replacement === undefined) wrong('replacement', 'format');
  else if (replacement !== null && replacement > MAX_CENTS) wrong('replacement', 'max');
  const parts = partsOf(cells.parts);
  if (parts === undefined) wrong('parts', 'format');
  const model = {
    ...{ name: cells.model, category: cells.category, maker: cells.maker, replacement_cents: replacement ?? null },
    ...{ parts: parts ?? [], identifier: cells.identifier || null },
  };
  return { line, code: cells.code, model, state: (cells.state || 'available') as ItemState, fields, problem };
}

/** Shortens an amount with trailing zeros, such as `39.990000` from databases, to two decimals. */
const plainCents = (cell: string): string => cell.replace(/^(\d{1,9}[.,]\d\d)0{1,6}$/, '$1');

/** Parses parts such as `2x Akku; Tasche`. Returns `undefined` if a part is invalid or there are too many parts. */
function partsOf(cell: string): { name: string; count: number }[] | undefined {
  const parts = cell
    .split(/[;,|]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [, first, behind] = /^(\d{1,2}) ?[x×*] ?(.+)$/i.exec(part) ?? [];
      const [, before, last] = /^(.+) \((\d{1,2})\)$/.exec(part) ?? [];
      return { name: behind ?? before ?? part, count: Number(first ?? last ?? 1) };
    });
  return parts.length <= MAX_PARTS && parts.every(({ name, count }) => name !== '' && name.length <= 80 && count >= 1) ? parts : undefined;
}

/** Returns the value of a cell, or `undefined` if it is invalid. */
function valueOf(column: ChangedColumn, cell: string): string | number | boolean | null | undefined {
  if (column === 'price') return parseAmount(plainCents(cell));
  if (column === 'not_lendable') return cell === 'yes';
  if (['next_check_on', 'bought_on', 'warranty_until', 'ends_on'].includes(column)) return dayOfCell(cell);
  return cell;
}
