/** Saves all changes that users make by hand, with their versions, edited fields, change log and audit entries. */
import { normalizeText } from '@fundus/contract/unicode';
import { EDIT_FIELDS, EditRecord, type EditField, type FieldChange } from '@fundus/contract/catalogue/edit';
import { MEDIA_FIELD_NAMES, MEDIA_FIELDS, type MediaField } from '@fundus/contract/catalogue/media-record';
import { invalidFields, type FieldProblem } from '@fundus/contract/errors';
import { hasTags } from '@fundus/contract/markup';
import { isGrade } from '@fundus/contract/reference/grade-levels';
import { isLanguage } from '@fundus/contract/reference/languages';
import { isMediaType } from '@fundus/contract/reference/media-types';
import { isSubject } from '@fundus/contract/reference/subjects';
import { z } from 'zod';
import { recordAudit } from '../../../http/audit.ts';
import type { UserCtx } from '../../../http/context.ts';
import { cleanRichText } from '../../../rich-text/rich-text.ts';
import { insertVersions, findLastVersions, updateMedium, type EditableRow, type NewVersion } from './edit-repository.ts';

/** Returns the fields in which two records differ. */
export function changesBetween(before: EditRecord, after: EditRecord): FieldChange[] {
  return EDIT_FIELDS.filter((field) => !same(before[field], after[field])).map((field) => ({
    field,
    before: before[field],
    after: after[field],
  }));
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

const TABLES: Partial<Record<EditField, (code: string) => boolean>> = {
  fn_geb: isSubject,
  fn_sprache: isLanguage,
  fn_adressat: isGrade,
  fn_typ: isMediaType,
};

/**
 * Returns the record as it is stored, with lists without duplicates, sorted sequences and sanitized markup. Throws `validation_failed` for a code
 * that is not in its table. Unknown codes of the previous record are accepted.
 */
export function cleanRecord(record: EditRecord, before: EditRecord | null): EditRecord {
  const problems: FieldProblem[] = Object.entries(TABLES).flatMap(([field, isKnown]) => {
    const previous = new Set([before?.[field as EditField] ?? []].flat() as string[]);
    const unknown = ([record[field as EditField]].flat() as string[]).filter((code) => !previous.has(code) && !isKnown(code));
    return unknown.map((code) => ({ field: `record.${field}`, rule: 'choice', value: code }));
  });
  const isMarkup = hasTags(record.fn_text) && record.fn_text !== before?.fn_text;
  const fn_text = isMarkup ? cleanRichText(record.fn_text) : record.fn_text;
  // Checked after sanitizing, because escaping makes the text longer.
  if (!EditRecord.shape.fn_text.safeParse(fn_text).success) problems.push({ field: 'record.fn_text', rule: 'max' });
  if (problems.length) throw invalidFields(problems);
  const fields = Object.fromEntries(MEDIA_FIELD_NAMES.map((field) => [field, cleanValue(field, record[field])])) as Pick<
    EditRecord,
    MediaField
  >;
  return {
    ...record,
    ...fields,
    fn_text,
    sequences: record.sequences.toSorted((a, b) => a.start_s - b.start_s || a.end_s - b.end_s),
  };
}

const once = (list: readonly string[]): string[] => [...new Set(list.map((entry) => normalizeText(entry)))];

function cleanValue(field: MediaField, value: EditRecord[MediaField]): EditRecord[MediaField] {
  if (Array.isArray(value)) return once(value);
  return value === '' && MEDIA_FIELDS[field] instanceof z.ZodOptional ? null : value;
}

export type Change = {
  row: EditableRow;
  record: EditRecord;
  retired_at: Date | null;
  what: 'edit' | 'bulk' | 'retire' | 'bring_back' | 'undo';
  bulk_id?: string;
  /** If set, the change is not written to the audit log because it concerns a draft. */
  unlogged?: boolean;
};

/**
 * Saves changes of locked rows and returns the identifiers of the media that changed. If a medium has no stored version yet, its previous state is
 * stored first. The caller must log the identifiers as its last statement.
 */
export async function saveChanges(ctx: UserCtx, changes: readonly Change[]): Promise<string[]> {
  const known = await findLastVersions(
    ctx.db,
    changes.map(({ row }) => row.identifier),
  );
  const versions: NewVersion[] = [];
  const done: string[] = [];
  for (const { row, record, retired_at, what, bulk_id, unlogged: unsaid = false } of changes) {
    const fields = changesBetween(row.record, record);
    if (fields.length === 0 && (retired_at === null) === (row.retired_at === null)) continue;
    const { identifier } = row;
    const last = known.get(identifier) ?? 0;
    if (last < row.version)
      versions.push({
        identifier,
        version: row.version,
        at: row.updated_at,
        person_id: null,
        what: last === 0 ? 'before' : 'import',
        record: row.record,
        retired_at: row.retired_at,
      });
    const version = row.version + 1;
    versions.push({ identifier, version, at: ctx.now, person_id: ctx.user.id, what, bulk_id: bulk_id ?? null, record, retired_at });
    const edited = [...new Set([...row.edited, ...fields.map(({ field }) => field)])];
    await updateMedium(ctx.db, identifier, record, { version, edited, retired_at }, ctx.now);
    done.push(identifier);
    if (unsaid) continue;
    await recordAudit(
      ctx,
      `catalogue.${what}`,
      { identifier, ...Object.fromEntries(fields.map(({ field, before }) => [field, before])) },
      { identifier, version, ...(bulk_id && { bulk_id }), ...Object.fromEntries(fields.map(({ field, after }) => [field, after])) },
    );
  }
  if (versions.length) await insertVersions(ctx.db, versions);
  return done;
}
