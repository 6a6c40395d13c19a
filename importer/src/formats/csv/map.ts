/** Converts rows of a CSV file to records with a column plan. */
import { normalizeText } from '@fundus/contract/unicode';
import { collectNotes, type SupplierFields, addPrefix, readSupplierFields } from '../../everyday.ts';
import type { Source } from '../../lines.ts';
import { type FieldNames, type Outcome, toRecord } from '../../record.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import { HEADER_ROWS } from './find-header.ts';
import { plainCell } from './plain-cell.ts';
import { type ColumnRule, type CsvPlan, PLAN_FIELDS, type PlanField } from './plan.ts';
import { readRows } from './read.ts';

type Binding = { field: PlanField; rule: ColumnRule; map: ReadonlyMap<string, string> | null; indexes: number[] };
type Bound = { bindings: Binding[]; names: FieldNames; width: number };

/** Separators that join several columns of a field into one text; `null` if the columns form a list. */
const JOINTS: Record<PlanField, string | null> = {
  identifier: '-',
  fn_nr: ' ',
  fn_titel: ' – ',
  fn_kurztext: ' ',
  fn_text: '\n\n',
  is_mediathek: null,
  fn_geb: null,
  fn_sprache: null,
  fn_typ: null,
  fn_adressat: null,
  fn_schlag: null,
  fn_prodname: ', ',
  year: null,
  duration: null,
  url: null,
  isbn: null,
  ean: null,
  doi: null,
  rights_note: ', ',
  set_of: null,
  recommended: null,
  published: null,
};

/**
 * Reads a CSV file with its plan. The header is the first row that contains all columns of the plan. If columns are missing, each is reported and the
 * import ends. An invalid row is rejected without affecting others.
 */
export async function* readCsvRecords(source: Source, plan: CsvPlan, prefix = ''): AsyncGenerator<{ line: number } & Outcome> {
  let bound: Bound | undefined;
  const above: { line: number; missing: Refusal[] }[] = [];
  for await (const { line, cells: raw, refusal } of readRows(source, plan)) {
    if (refusal) {
      yield { line, refusal };
      if (!bound) return;
      continue;
    }
    const cells = raw.map(plainCell);
    if (cells.every((cell) => cell === '')) continue;
    if (bound) {
      yield { line, ...mapRow(bound, cells, prefix) };
      continue;
    }
    const { missing, ...rest } = bind(plan, cells);
    if (missing.length === 0) bound = rest;
    else above.push({ line, missing });
    if (above.length >= HEADER_ROWS) break;
  }
  if (bound) return;
  const [nearest] = above.sort((a, b) => a.missing.length - b.missing.length || a.line - b.line);
  for (const refusal of nearest?.missing ?? []) yield { line: nearest!.line, refusal };
}

const fold = (text: string): string => normalizeText(text).trim().replace(/\s+/g, ' ').toLowerCase();

const columnsOf = (rule: ColumnRule): string[] => (rule.column === undefined ? [] : [rule.column].flat());

function bind(plan: CsvPlan, header: readonly string[]): Bound & { missing: Refusal[] } {
  const indexes = new Map(header.map((name, i) => [fold(name), i] as const).reverse());
  const rules = PLAN_FIELDS.flatMap((field) => {
    const rule = plan.columns[field] as ColumnRule | undefined;
    return rule ? [{ field, rule }] : [];
  });
  const missing = rules.flatMap(({ rule }) => columnsOf(rule).filter((name) => !indexes.has(fold(name))));
  return {
    bindings: rules.map(({ field, rule }) => ({
      field,
      rule,
      map: rule.map ? new Map(Object.entries(rule.map).map(([cell, value]) => [fold(cell), value])) : null,
      indexes: columnsOf(rule).flatMap((name) => indexes.get(fold(name)) ?? []),
    })),
    names: Object.fromEntries(
      rules.flatMap(({ field, rule }) => (rule.column === undefined ? [] : [[field, columnsOf(rule).join(' + ')]])),
    ),
    width: header.length,
    missing: [...new Set(missing)].map((name) => refuse(name, 'column', header.join(', '))),
  };
}

function mapRow({ bindings, names, width }: Bound, cells: readonly string[], prefix: string): Outcome {
  const beyond = cells.slice(width).find((cell) => cell !== '');
  if (beyond !== undefined) return { refusal: refuse('line', 'columns', beyond) };
  const notes = collectNotes(names);
  const everyday: SupplierFields = Object.fromEntries(
    bindings.map((binding) => {
      const value = valueOf(binding, cells);
      return [binding.field, binding.field === 'identifier' || binding.field === 'set_of' ? addPrefix(prefix, value) : value];
    }),
  );
  return toRecord(readSupplierFields(everyday, notes), notes.list, names);
}

function valueOf({ field, rule, map, indexes }: Binding, cells: readonly string[]): string | string[] | undefined {
  const found = indexes.map((index) => cells[index] ?? '').filter(Boolean);
  const parts = rule.split === undefined ? found : found.flatMap((cell) => cell.split(rule.split!));
  const values = parts
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => map?.get(fold(part)) ?? (map && rule.default !== undefined ? rule.default : part));
  if (values.length === 0) return rule.default;
  if (rule.split !== undefined) return values;
  const joint = JOINTS[field];
  return values.length === 1 || joint === null ? unwrap(values) : values.join(joint);
}

const unwrap = (values: string[]): string | string[] => (values.length === 1 ? values[0]! : values);
