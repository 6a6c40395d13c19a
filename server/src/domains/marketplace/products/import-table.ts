/** Reads a table of products. `import.ts` runs this module in a child process. */
import { parseAmount } from '@fundus/contract/cents';
import type { NewOffer } from '@fundus/contract/marketplace/marketplace';
import { IMPORT_ROWS, MAX_PRICE, type PRODUCT_KINDS, type VAT_RATES } from '@fundus/contract/marketplace/rules';
import { MAIN_SUBJECTS } from '@fundus/contract/reference/main-subjects';
import { dayOfCell } from '@fundus/contract/tables/cells';
import type { TableMapping } from '@fundus/contract/tables/tables';
import type { TableDefinition } from '@fundus/importer/tables/columns';
import { readTable, type ReadTable, type TableRow } from '@fundus/importer/tables/read-table';

export type ReadRow = {
  line: number;
  number: string;
  title: string;
  publisher: string;
  kind: (typeof PRODUCT_KINDS)[number];
  about: string;
  description: string;
  sample: string;
  requirements: string;
  data_note: string;
  subjects: string[];
  grade_from: number | null;
  grade_to: number | null;
  trial: boolean;
  trial_at_once: boolean;
  media: string[];
  offer: NewOffer;
  problem: { field: string; rule: string } | null;
};

const KINDS: Record<ReadRow['kind'], readonly string[]> = {
  media: ['', 'medium', 'medien', 'media'],
  app: ['app', 'anwendung', 'software'],
  book: ['buch', 'book', 'e-book'],
  package: ['paket', 'package'],
};
const SCOPES: Record<NewOffer['scope'], readonly string[]> = {
  single: ['einzellizenz', 'einzel', 'single', 'single licence', 'single license'],
  volume: ['plätze', 'volumenlizenz', 'volume', 'volume licence', 'volume license', 'seats'],
  group: ['klasse', 'gruppe', 'klassenlizenz', 'group', 'class'],
  school: ['', 'schule', 'schullizenz', 'school'],
  district: ['kreis', 'kreislizenz', 'district'],
};
const AUDIENCES: Record<NewOffer['audience'], readonly string[]> = {
  all: ['', 'alle', 'all', 'everyone'],
  teacher: ['lehrkräfte', 'lehrkraft', 'nur lehrkräfte', 'teachers', 'teacher', 'teachers only'],
  student: ['lernende', 'schülerinnen und schüler', 'schüler', 'learners', 'students', 'student', 'nur lernende', 'students only'],
};
const TRIALS: Record<'no' | 'yes' | 'at_once', readonly string[]> = {
  no: ['', 'nein', 'no', '0'],
  yes: ['ja', 'yes', '1', 'x'],
  at_once: ['sofort', 'at once'],
};

const COLUMNS = {
  number: {
    names: 'artikelnummer,artikelnr,artikel-nr.,produktnummer,bestellnummer,nummer,product number,sku,number'.split(','),
    required: true,
  },
  title: { names: 'titel,produkttitel,bezeichnung,produktname,title'.split(','), required: true },
  publisher: { names: 'verlag,anbieter,hersteller,publisher,supplier'.split(','), required: true, forAll: true },
  kind: { names: 'produktart,art,kind'.split(','), choices: KINDS },
  about: { names: 'kurztext,kurzbeschreibung,untertitel,about,summary,short text'.split(','), multiline: true },
  description: { names: 'beschreibung,beschreibungstext,langtext,description'.split(','), multiline: true },
  sample: { names: 'leseprobe,probe,vorschau,sample'.split(',') },
  requirements: { names: 'voraussetzungen,systemvoraussetzungen,requirements'.split(','), multiline: true },
  data_note: { names: 'datenschutz,datenschutzhinweis,data protection'.split(','), multiline: true },
  subjects: { names: 'fächer,fach,unterrichtsfach,subjects,subject'.split(',') },
  grades: { names: 'klassenstufen,jahrgangsstufen,jahrgang,klassen,klasse,grades'.split(',') },
  media: { names: 'mediennummern,mediennummer,medien,medium,media'.split(','), required: true, forAll: true },
  scope: { names: 'lizenzart,umfang,lizenz,scope'.split(','), choices: SCOPES },
  seats: { names: 'plätze,anzahl plätze,seats'.split(',') },
  runtime: { names: 'laufzeit,runtime'.split(',') },
  price: { names: 'preis netto,nettopreis,netto,net price,preis,price'.split(','), required: true },
  vat: { names: 'mwst,mwst-satz,mehrwertsteuer,umsatzsteuer,ust,vat'.split(','), forAll: true },
  audience: { names: 'zielgruppe,audience'.split(','), choices: AUDIENCES },
  trial: { names: 'testen,probezeit,trial'.split(','), choices: TRIALS },
} as const;
export type Column = keyof typeof COLUMNS;
const TABLE: TableDefinition<Column> = { columns: COLUMNS, rows: IMPORT_ROWS };

const LIMITS: Partial<Record<Column, number>> = {
  number: 40,
  title: 200,
  publisher: 120,
  about: 300,
  description: 8_000,
  requirements: 2_000,
  data_note: 2_000,
};

/** Returns the price in cents, or `undefined` if the cell does not contain a valid price. */
function priceOf(cell: string): number | undefined {
  const cents = parseAmount(cell);
  return cents != null && cents <= MAX_PRICE ? cents : undefined;
}

/** Returns the runtime: unlimited, a school year, a number of days, or until a date. Returns `undefined` for other values, such as `2 Jahre`. */
function runtimeOf(cell: string): Pick<NewOffer, 'runtime' | 'runtime_days' | 'runtime_until'> | undefined {
  const none = { runtime_days: null, runtime_until: null };
  if (/^(|unbegrenzt|unbefristet|unlimited)$/i.test(cell)) return { runtime: 'unlimited', ...none };
  if (/^(schuljahr|school year)$/i.test(cell)) return { runtime: 'school_year', ...none };
  const days = /^(\d{1,4})\s*(?:tage?|days?)$/i.exec(cell)?.[1];
  if (days && Number(days) >= 1 && Number(days) <= 3_660) return { runtime: 'days', runtime_days: Number(days), runtime_until: null };
  const day = dayOfCell(cell);
  return day ? { runtime: 'until_date', runtime_days: null, runtime_until: day } : undefined;
}

const partsOf = (cell: string): string[] =>
  cell
    .split(/[|;]/)
    .map((part) => part.trim())
    .filter(Boolean);

export type ReadProducts = { rows: ReadRow[]; table: ReadTable<Column> };

/** Returns the rows of the file. Throws `validation_failed` if the file is not a table, is empty, or has too many rows. */
export async function readProducts(bytes: Uint8Array, mapping?: TableMapping): Promise<ReadProducts> {
  const table = await readTable(bytes, TABLE, mapping);
  return { table, rows: table.rows.map(readRow) };
}

function readRow({ line, cells, problem }: TableRow<Column>): ReadRow {
  const problems: { field: string; rule: string }[] = problem ? [problem] : [];
  const isKnown = (column: Column): boolean => problem?.field !== column;
  const known = <T>(field: Column, value: T | undefined, otherwise: T): T => {
    if (value === undefined) problems.push({ field, rule: 'format' });
    return value ?? otherwise;
  };
  for (const column of ['number', 'title', 'publisher'] as const) if (!cells[column]) problems.push({ field: column, rule: 'required' });
  for (const [column, most] of Object.entries(LIMITS))
    if (cells[column as Column].length > most) problems.push({ field: column, rule: 'max' });
  const subjects = partsOf(cells.subjects).map((name) =>
    MAIN_SUBJECTS.find(({ code, label }) => code === name || label.toLowerCase() === name.toLowerCase()),
  );
  const [, from, to] = /^(\d{1,2})(?:\s*[-–]\s*(\d{1,2}))?$/.exec(cells.grades) ?? [];
  const grades = cells.grades === '' ? [null, null] : [Number(from), Number(to ?? from)];
  if (grades.some((grade) => grade !== null && !(grade >= 1 && grade <= 13))) problems.push({ field: 'grades', rule: 'format' });
  if (!/^(|https?:\/\/\S{3,490})$/.test(cells.sample)) problems.push({ field: 'sample', rule: 'format' });
  const vats: Record<string, (typeof VAT_RATES)[number]> = { '': 7, '0': 0, '7': 7, '19': 19 };
  return {
    ...{ line, number: cells.number, title: cells.title, publisher: cells.publisher, about: cells.about },
    ...{ description: cells.description, sample: cells.sample, requirements: cells.requirements, data_note: cells.data_note },
    kind: isKnown('kind') ? (cells.kind as ReadRow['kind']) : 'media',
    subjects: known(
      'subjects',
      subjects.includes(undefined) || subjects.length > 8 ? undefined : subjects.map((subject) => subject!.code),
      [],
    ),
    grade_from: grades[0]!,
    grade_to: grades[1]!,
    trial_at_once: cells.trial === 'at_once',
    trial: cells.trial === 'yes' || cells.trial === 'at_once',
    media: partsOf(cells.media),
    offer: {
      scope: isKnown('scope') ? (cells.scope as NewOffer['scope']) : 'school',
      seats: known('seats', /^\d{0,5}$/.test(cells.seats) ? Number(cells.seats) : undefined, 0),
      ...known('runtime', runtimeOf(cells.runtime), { runtime: 'unlimited', runtime_days: null, runtime_until: null }),
      audience: isKnown('audience') ? (cells.audience as NewOffer['audience']) : 'all',
      price: known('price', priceOf(cells.price), 0),
      vat: known('vat', vats[cells.vat.replace(/%$/, '').trim()], 7),
      ...{ sale_from: null, sale_to: null, min_quantity: 1, max_quantity: null },
    },
    problem: problems[0] ?? null,
  };
}
