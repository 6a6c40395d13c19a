/** Reads a table of products; the first row names the columns, in German or English. Runs in a child process: `import.ts`. */
import { centsOf } from '@fundus/contract/cents';
import { invalid } from '@fundus/contract/errors';
import type { NewOffer } from '@fundus/contract/marketplace/marketplace';
import { IMPORT_ROWS, MOST_PRICE, OFFER_SCOPES, PRODUCT_KINDS, type VAT_RATES } from '@fundus/contract/marketplace/rules';
import { LICENCE_AUDIENCES } from '@fundus/contract/licences/rules';
import { MAIN_SUBJECTS } from '@fundus/contract/reference/main-subjects';
import { readColumns, readCsvTable } from '@fundus/contract/setup/csv-table';
import { decodeText } from '@fundus/contract/setup/texts';

const COLUMNS = {
  number: ['artikelnummer', 'produktnummer', 'nummer', 'product number', 'number'],
  title: ['titel', 'title'],
  publisher: ['verlag', 'anbieter', 'publisher', 'supplier'],
  kind: ['art', 'kind'],
  about: ['kurztext', 'about'],
  description: ['beschreibung', 'description'],
  sample: ['leseprobe', 'probe', 'sample'],
  requirements: ['voraussetzungen', 'requirements'],
  data_note: ['datenschutz', 'data protection'],
  subjects: ['fächer', 'fach', 'subjects', 'subject'],
  grades: ['klassen', 'klassenstufen', 'grades'],
  media: ['medien', 'mediennummern', 'media'],
  scope: ['umfang', 'lizenzart', 'scope'],
  seats: ['plätze', 'seats'],
  runtime: ['laufzeit', 'runtime'],
  price: ['netto', 'preis netto', 'nettopreis', 'net price', 'price'],
  vat: ['mwst', 'mehrwertsteuer', 'ust', 'vat'],
  audience: ['zielgruppe', 'audience'],
  trial: ['testen', 'probezeit', 'trial'],
} as const;
export type Column = keyof typeof COLUMNS;
const REQUIRED: readonly Column[] = ['number', 'title', 'publisher', 'media', 'price'];

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

type Words<T extends string> = Record<T, readonly string[]>;
const KINDS: Words<ReadRow['kind']> = {
  media: ['', 'medium', 'medien', 'media'],
  app: ['app', 'anwendung'],
  book: ['buch', 'book', 'e-book'],
  package: ['paket', 'package'],
};
const SCOPES: Words<NewOffer['scope']> = {
  single: ['einzellizenz', 'einzel', 'single'],
  volume: ['plätze', 'volumenlizenz', 'volume'],
  group: ['klasse', 'gruppe', 'klassenlizenz', 'group', 'class'],
  school: ['', 'schule', 'schullizenz', 'school'],
  district: ['kreis', 'kreislizenz', 'district'],
};
const AUDIENCES: Words<NewOffer['audience']> = {
  all: ['', 'alle', 'all'],
  teacher: ['lehrkräfte', 'lehrkraft', 'teachers', 'teacher'],
  student: ['lernende', 'schülerinnen und schüler', 'schüler', 'learners', 'students', 'student'],
};
const LIMITS: Partial<Record<Column, number>> = {
  number: 40,
  title: 200,
  publisher: 120,
  about: 300,
  description: 8_000,
  requirements: 2_000,
  data_note: 2_000,
};

const find = <T extends string>(order: readonly T[], words: Words<T>, cell: string): T | undefined =>
  order.find((name) => words[name].includes(cell.toLowerCase()));

/** Undefined where it is no price. */
function priceOf(cell: string): number | undefined {
  const cents = centsOf(cell);
  return cents != null && cents <= MOST_PRICE ? cents : undefined;
}

/** `2 Jahre` is no runtime of ours; days, a school year, a day until which, or without end. */
function runtimeOf(cell: string): Pick<NewOffer, 'runtime' | 'runtime_days' | 'runtime_until'> | undefined {
  const none = { runtime_days: null, runtime_until: null };
  if (/^(|unbegrenzt|unbefristet|unlimited)$/i.test(cell)) return { runtime: 'unlimited', ...none };
  if (/^(schuljahr|school year)$/i.test(cell)) return { runtime: 'school_year', ...none };
  const days = /^(\d{1,4})\s*(?:tage?|days?)$/i.exec(cell)?.[1];
  if (days && Number(days) >= 1 && Number(days) <= 3_660) return { runtime: 'days', runtime_days: Number(days), runtime_until: null };
  const [, d, m, y] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(cell) ?? [];
  const day = y ? `${y}-${m!.padStart(2, '0')}-${d!.padStart(2, '0')}` : cell;
  const is = /^\d{4}-\d{2}-\d{2}$/.test(day) && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day);
  return is ? { runtime: 'until_date', runtime_days: null, runtime_until: day } : undefined;
}

const partsOf = (cell: string): string[] =>
  cell
    .split(/[|;]/)
    .map((part) => part.trim())
    .filter(Boolean);

export type ReadProducts = { rows: ReadRow[]; columns: ReadonlySet<Column> };

/** Throws `validation_failed` naming the columns that are missing, for an empty table and for too many rows. */
export async function readProducts(bytes: Uint8Array): Promise<ReadProducts> {
  const text = decodeText(bytes);
  const rows = readCsvTable(text, COLUMNS, REQUIRED).map((cell, i) => readRow(cell, i + 2));
  if (rows.length === 0) throw invalid('content', 'empty');
  if (rows.length > IMPORT_ROWS) throw invalid('content', 'max', { most: IMPORT_ROWS });
  return { rows, columns: readColumns(text, COLUMNS) };
}

function readRow(cell: (column: Column) => string, line: number): ReadRow {
  const problems: { field: string; rule: string }[] = [];
  const known = <T>(field: Column, value: T | undefined, otherwise: T): T => {
    if (value === undefined) problems.push({ field, rule: 'format' });
    return value ?? otherwise;
  };
  for (const column of ['number', 'title', 'publisher'] as const) if (!cell(column)) problems.push({ field: column, rule: 'required' });
  for (const [column, most] of Object.entries(LIMITS))
    if (cell(column as Column).length > most) problems.push({ field: column, rule: 'max' });
  const subjects = partsOf(cell('subjects')).map((name) =>
    MAIN_SUBJECTS.find(({ code, label }) => code === name || label.toLowerCase() === name.toLowerCase()),
  );
  const [, from, to] = /^(\d{1,2})(?:\s*[-–]\s*(\d{1,2}))?$/.exec(cell('grades')) ?? [];
  const grades = cell('grades') === '' ? [null, null] : [Number(from), Number(to ?? from)];
  if (grades.some((grade) => grade !== null && !(grade >= 1 && grade <= 13))) problems.push({ field: 'grades', rule: 'format' });
  if (!/^(|https?:\/\/\S{3,490})$/.test(cell('sample'))) problems.push({ field: 'sample', rule: 'format' });
  const vats: Record<string, (typeof VAT_RATES)[number]> = { '': 7, '0': 0, '7': 7, '19': 19 };
  return {
    ...{ line, number: cell('number'), title: cell('title'), publisher: cell('publisher'), about: cell('about') },
    ...{ description: cell('description'), sample: cell('sample'), requirements: cell('requirements'), data_note: cell('data_note') },
    kind: known('kind', find(PRODUCT_KINDS, KINDS, cell('kind')), 'media'),
    subjects: known(
      'subjects',
      subjects.includes(undefined) || subjects.length > 8 ? undefined : subjects.map((subject) => subject!.code),
      [],
    ),
    grade_from: grades[0]!,
    grade_to: grades[1]!,
    trial_at_once: /^(sofort|at once)$/i.test(cell('trial')),
    trial: known(
      'trial',
      /^(|nein|no|0)$/i.test(cell('trial')) ? false : /^(ja|yes|1|x|sofort|at once)$/i.test(cell('trial')) ? true : undefined,
      false,
    ),
    media: partsOf(cell('media')),
    offer: {
      scope: known('scope', find(OFFER_SCOPES, SCOPES, cell('scope')), 'school'),
      seats: known('seats', /^\d{0,5}$/.test(cell('seats')) ? Number(cell('seats')) : undefined, 0),
      ...known('runtime', runtimeOf(cell('runtime')), { runtime: 'unlimited', runtime_days: null, runtime_until: null }),
      audience: known('audience', find(LICENCE_AUDIENCES, AUDIENCES, cell('audience')), 'all'),
      price: known('price', priceOf(cell('price')), 0),
      vat: known('vat', vats[cell('vat').replace(/%$/, '').trim()], 7),
      ...{ sale_from: null, sale_to: null, min_quantity: 1, max_quantity: null },
    },
    problem: problems[0] ?? null,
  };
}
