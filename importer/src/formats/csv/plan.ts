/** The column plan of a CSV file, written by the operator in JSON: which column fills which field. */
import { TABLE_ENCODINGS } from '@fundus/contract/files/encodings';
import { MEDIA_FIELD_NAMES } from '@fundus/contract/catalogue/media-record';
import { z } from 'zod';

/** Fields that a column may fill. */
export const PLAN_FIELDS = ['identifier', ...MEDIA_FIELD_NAMES] as const;
export type PlanField = (typeof PLAN_FIELDS)[number];

const name = z.string().trim().min(1).max(200);

const Column = z.union([
  name.transform((column) => ({ column })),
  z
    .strictObject({
      /** Header of the column; several columns are joined. */
      column: z.union([name, z.array(name).min(1).max(10)]).optional(),
      /** Separator that splits a cell into several values. */
      split: z.string().min(1).max(5).optional(),
      /** Cell → value, compared without case; a cell that is not listed stays as it is. */
      map: z.record(z.string().max(200), z.string().max(200)).optional(),
      /** Value for a cell that is empty or, with `map`, not listed; without `column`, for every row. */
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

/** Reads a plan; each error has its path, such as `columns.fn_typ.map: …`. */
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
  // For a rule that is neither text nor object, the union error is unspecific; the error of its last form is used.
  const inner = issue.code === 'invalid_union' ? issue.errors.at(-1)?.[0] : undefined;
  if (inner && inner.code === 'unrecognized_keys') return messagesOf({ ...inner, path: [...issue.path, ...inner.path] });
  const at = [...issue.path, ...(inner?.path ?? [])].join('.');
  return [`${(inner ? at : path) || 'plan'}: ${inner?.message ?? issue.message}`];
}

const possible = (path: readonly PropertyKey[]): string => {
  if (path.length === 0) return 'delimiter, encoding, columns';
  return path.length === 1 ? PLAN_FIELDS.join(', ') : 'column, split, map, default';
};
