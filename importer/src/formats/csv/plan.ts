/** Column plan of a CSV file: a JSON file in which the operator defines which columns contain which fields. */
import { TABLE_ENCODINGS } from '@fundus/contract/files/encodings';
import { MEDIA_FIELD_NAMES } from '@fundus/contract/catalogue/media-record';
import { z } from 'zod';

/** Names of the fields that a plan can define. */
export const PLAN_FIELDS = ['identifier', ...MEDIA_FIELD_NAMES] as const;
export type PlanField = (typeof PLAN_FIELDS)[number];

const name = z.string().trim().min(1).max(200);

const Column = z.union([
  name.transform((column) => ({ column })),
  z
    .strictObject({
      /** Name of the column, or of several columns to be joined. */
      column: z.union([name, z.array(name).min(1).max(10)]).optional(),
      /** Separator that splits a cell into several values. */
      split: z.string().min(1).max(5).optional(),
      /** Replacements by cell text, compared regardless of case. Cells that are not listed stay unchanged. */
      map: z.record(z.string().max(200), z.string().max(200)).optional(),
      /** Value for an empty cell, for a cell that is not listed in `map`, or for every row if `column` is missing. */
      default: z.string().max(500).optional(),
    })
    .refine((rule) => rule.column !== undefined || rule.default !== undefined, { message: 'needs "column" or "default"' }),
]);

export const CsvPlan = z.strictObject({
  delimiter: z
    .string()
    .refine((sign) => [',', ';', '\t', '|'].includes(sign), { message: 'must be one of , ; | or a tab' })
    .default(';'),
  encoding: z.enum(TABLE_ENCODINGS).default('utf-8'),
  columns: z
    .strictObject(
      Object.fromEntries(PLAN_FIELDS.map((field) => [field, Column.optional()])) as Record<PlanField, z.ZodOptional<typeof Column>>,
    )
    .superRefine((columns, issues) => {
      for (const field of ['identifier', 'fn_titel'] as const)
        if (columns[field] === undefined || !('column' in columns[field]) || columns[field].column === undefined)
          issues.addIssue({ code: 'custom', path: [field], message: 'must name a column' });
    }),
});
export type CsvPlan = z.output<typeof CsvPlan>;
export type ColumnRule = { column?: string | string[]; split?: string; map?: Record<string, string>; default?: string };

/** Parses a plan. Each error starts with its path, such as `columns.fn_typ.map: …`. */
export function readPlan(text: string): { plan: CsvPlan; errors?: undefined } | { errors: string[]; plan?: undefined } {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    return { errors: [`The column plan is not valid JSON: ${error instanceof Error ? error.message : String(error)}`] };
  }
  const parsed = CsvPlan.safeParse(json);
  if (parsed.success) return { plan: parsed.data };
  return { errors: parsed.error.issues.flatMap(messagesOf) };
}

function messagesOf(issue: z.core.$ZodIssue): string[] {
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `${[...issue.path, key].join('.')}: is not a field; possible here: ${possible(issue.path)}`);
  // The error of a union is unspecific, so the error of its last alternative is used.
  const inner = issue.code === 'invalid_union' ? issue.errors.at(-1)?.[0] : undefined;
  if (inner && inner.code === 'unrecognized_keys') return messagesOf({ ...inner, path: [...issue.path, ...inner.path] });
  const at = [...issue.path, ...(inner?.path ?? [])].join('.');
  return [`${(inner ? at : path) || 'plan'}: ${inner?.message ?? issue.message}`];
}

const possible = (path: readonly PropertyKey[]): string => {
  if (path.length === 0) return 'delimiter, encoding, columns';
  return path.length === 1 ? PLAN_FIELDS.join(', ') : 'column, split, map, default';
};
