/** Reads a table of devices. Runs in a child process: `stock-import.ts`. */
import { centsOf } from '@fundus/contract/cents';
import { isCategory } from '@fundus/contract/lending/categories';
import { MOST_CENTS } from '@fundus/contract/lending/points';
import { CHANGED_COLUMNS, STOCK_COLUMNS, STOCK_ROWS, type StockColumn, type StockRow } from '@fundus/contract/lending/stock';
import { de, en } from '@fundus/contract/messages';
import type { TableMapping } from '@fundus/contract/tables/tables';
import type { ColumnDefinition, TableDefinition } from '@fundus/importer/tables/columns';
import { dayOfCell } from '@fundus/contract/tables/cells';
import { readTable, type ReadTable, type TableRow } from '@fundus/importer/tables/read-table';
import { FIELDS, type Changed, type ChangedColumn, type StockLine } from './stock-table.ts';

/** Other names of columns, besides the portal's own. */
const MORE: Record<ImportedColumn, string> = {
  code: 'inventarnummer,inventarnr,inventar-nr.,inv.-nr.,inv-nr,gerätenummer,geräte-nr.,barcode,etikett,signatur,mediennummer,exemplarnummer,code,inventory number,asset tag',
  model: 'modell,bezeichnung,gerätebezeichnung,gerät,gerätename,produkt,produktname,titel,typ,name,device,item',
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
  note: 'bemerkung,bemerkungen,notizen,anmerkung,kommentar,hinweis,notes,remark,comment',
};
const YES = ['ja', 'yes', 'x', '1', 'true', 'wahr', 'gesperrt', 'j', 'y'];
const NO = ['', 'nein', 'no', '0', 'false', 'falsch', 'n'];

/** The state of a device is exported and cannot be imported. */
const IMPORTED = STOCK_COLUMNS.filter((column) => column !== 'state');
export type ImportedColumn = Exclude<StockColumn, 'state'>;

/** Columns that may have one value for all rows. */
const FOR_ALL: readonly ImportedColumn[] = ['model', 'category', 'maker', 'shelf'];

const definitionOf = (column: ImportedColumn): ColumnDefinition => ({
  names: [de[`lending.csv.${column}`], en[`lending.csv.${column}`], ...MORE[column].split(',')],
  ...((column === 'code' || column === 'model') && { required: true }),
  ...(FOR_ALL.includes(column) && { forAll: true }),
  ...(column === 'not_lendable' && { choices: { '': NO, yes: YES } }),
});
const TABLE: TableDefinition<ImportedColumn> = {
  columns: Object.fromEntries(IMPORTED.map((column) => [column, definitionOf(column)])) as Record<ImportedColumn, ColumnDefinition>,
  rows: STOCK_ROWS,
};

const MOST = { code: 40, model: 120, category: 60, maker: 80, serial: 80, shelf: 60, supplier: 120, note: 500 } as const;
export type StockTable = { table: ReadTable<ImportedColumn>; lines: StockLine[] };

/** Throws `validation_failed` for a file that is no table, is empty, or has too many rows. */
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

function readRow({ line, cells, problem: unread }: TableRow<ImportedColumn>, has: ReadonlySet<ImportedColumn>): StockLine {
  let problem: StockRow['problem'] = unread;
  const wrong = (field: ImportedColumn, rule: string): void => void (problem ??= { field, rule });
  for (const field of ['code', 'model'] as const) if (cells[field] === '') wrong(field, 'required');
  for (const field of Object.keys(MOST) as (keyof typeof MOST)[]) if (cells[field].length > MOST[field]) wrong(field, 'max');
  if (cells.category !== '' && !isCategory(cells.category)) wrong('category', 'format');
  const fields: Partial<Changed> = {};
  for (const column of CHANGED_COLUMNS) {
    if (!has.has(column)) continue;
    const value = valueOf(column, cells[column]);
    if (value === undefined) wrong(column, 'format');
    else if (typeof value === 'number' && value > MOST_CENTS) wrong(column, 'max');
    else Object.assign(fields, { [FIELDS[column]]: value });
  }
  const replacement = centsOf(cells.replacement);
  if (replacement === undefined) wrong('replacement', 'format');
  else if (replacement !== null && replacement > MOST_CENTS) wrong('replacement', 'max');
  const model = { name: cells.model, category: cells.category, maker: cells.maker, replacement_cents: replacement ?? null };
  return { line, code: cells.code, model, fields, problem };
}

/** Returns undefined for a cell that cannot be read. */
function valueOf(column: ChangedColumn, cell: string): string | number | boolean | null | undefined {
  if (column === 'price') return centsOf(cell);
  if (column === 'not_lendable') return cell === 'yes';
  if (['next_check_on', 'bought_on', 'warranty_until', 'ends_on'].includes(column)) return dayOfCell(cell);
  return cell;
}
