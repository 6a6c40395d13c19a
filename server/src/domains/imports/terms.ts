/** Converts the terms of a source for the format readers. Pure. */
import { WORD_KINDS, type Word } from '@fundus/contract/imports/imports';
import type { CsvColumns } from '@fundus/contract/imports/runs';
import { CsvPlan, type PlanField } from '@fundus/importer/formats/csv/plan';
import type { TermMap } from '@fundus/importer/formats/foreign/terms';

export const termsOf = (words: readonly Word[]): TermMap =>
  Object.fromEntries(
    WORD_KINDS.map((kind) => [
      kind,
      Object.fromEntries(words.flatMap((each) => (each.kind === kind ? [[each.word, each.ours] as const] : []))),
    ]),
  );

/** Fields with several values. Table cells are split, and their terms are translated. */
const FIELD_OF = { subjects: 'fn_geb', types: 'fn_typ', audience: 'fn_adressat', languages: 'fn_sprache' } as const;
const LISTS: readonly PlanField[] = ['fn_geb', 'fn_sprache', 'fn_adressat', 'fn_schlag'];

/** Returns the plan for reading a table, or `null` if no column contains the title or number. */
export function planOf({ columns, split, ...about }: CsvColumns, terms: TermMap): CsvPlan | null {
  const mapOf = (field: string) => {
    const kind = WORD_KINDS.find((each) => FIELD_OF[each] === field);
    return kind && terms[kind] && Object.keys(terms[kind]).length > 0 ? { map: terms[kind] } : {};
  };
  const rules = Object.entries(columns).flatMap(([field, column]) =>
    column === ''
      ? []
      : [[field, { column, ...(split !== '' && LISTS.includes(field as PlanField) && { split }), ...mapOf(field) }] as const],
  );
  const parsed = CsvPlan.safeParse({ ...about, columns: Object.fromEntries(rules) });
  return parsed.success ? parsed.data : null;
}
