/** Reads, creates, changes, retires and restores a medium. */
import { fullName } from '@fundus/contract/people/full-name';
import type { catalogueEdit, EditMedium, EditRecord, MediumVersion } from '@fundus/contract/catalogue/edit';
import { AppError, invalid } from '@fundus/contract/errors';
import type { Input } from '@fundus/contract/endpoint';
import { coverHref } from '@fundus/contract/files/files';
import { newId } from '../../../db/new-id.ts';
import { recordAudit } from '../../../http/audit.ts';
import type { UserCtx } from '../../../http/context.ts';
import { logChanges } from '../../../search/change-log-repository.ts';
import { changesBetween, saveChanges, cleanRecord, type Change } from './edit-save.ts';
import {
  findEditable,
  findVersion,
  endDraft,
  markDraft,
  findIdentifier,
  insertMedium,
  insertVersions,
  findLastEditor,
  listVersions,
  readRecord,
  type EditableRow,
} from './edit-repository.ts';
import { grantToDistrict } from '../../licences/index.ts';
import { facetLabel } from '../search/search.ts';

type Editor = UserCtx;

export async function readEditMedium(ctx: Editor, identifier: string): Promise<EditMedium> {
  const [row] = await findEditable(ctx.db, [identifier]);
  if (!row) throw new AppError('not_found');
  return presentRecord(ctx, row);
}

async function presentRecord(
  ctx: Editor,
  { identifier, version, record, draft, edited, retired_at, updated_at }: EditableRow,
): Promise<EditMedium> {
  const editor = await findLastEditor(ctx.db, identifier);
  return {
    identifier,
    version,
    record,
    edited,
    draft,
    retired_at: retired_at?.toISOString() ?? null,
    changed_at: updated_at.toISOString(),
    changed_by: fullName(editor) || null,
    labels: labelsOf(record),
    cover: coverHref({ identifier, ...record }, ctx.config.CoverService),
  };
}

export function labelsOf(record: EditRecord): Record<string, string> {
  const labels: Record<string, string> = { [record.fn_typ]: facetLabel('fn_typ', record.fn_typ) };
  for (const field of ['fn_geb', 'fn_sprache', 'fn_adressat'] as const)
    for (const code of record[field]) labels[code] = facetLabel(field, code);
  return labels;
}

/** Returns a new identifier for a medium that has none, derived from a UUID. */
export const newIdentifier = (id: string): string => `M-${id.replaceAll('-', '').slice(-12)}`;

/** Creates a medium. Throws `already_exists` if the identifier is taken. */
export async function createMedium(ctx: Editor, { body }: Input<typeof catalogueEdit.createMedium>): Promise<EditMedium> {
  const identifier = body.identifier ?? newIdentifier(newId(ctx.now));
  const record = cleanRecord(body.record, null);
  if (await findIdentifier(ctx.db, identifier)) throw new AppError('already_exists', { field: 'identifier' });
  await checkStandardVersion(ctx, identifier, record);
  await insertMedium(ctx.db, identifier, record, ctx.now);
  if (!record.free) await markDraft(ctx.db, identifier, ctx.user.id, ctx.now);
  await insertVersions(ctx.db, [{ identifier, version: 1, at: ctx.now, person_id: ctx.user.id, what: 'create', record, retired_at: null }]);
  await recordAudit(ctx, 'catalogue.create', null, { identifier, fn_titel: record.fn_titel });
  return wakeAndPresent(ctx, identifier);
}

/** Throws `validation_failed` unless the standard version is another medium that exists. */
async function checkStandardVersion(ctx: Editor, identifier: string, { set_of }: EditRecord, before: string | null = null): Promise<void> {
  if (set_of === null || set_of === before) return;
  if (set_of === identifier || (await findEditable(ctx.db, [set_of])).length === 0) throw invalid('record.set_of', 'choice');
}

async function wakeAndPresent(ctx: Editor, identifier: string): Promise<EditMedium> {
  const medium = await readEditMedium(ctx, identifier);
  await logChanges(ctx.db, [identifier]);
  ctx.afterCommit(() => ctx.wakeIndex());
  return medium;
}

/** Locks and returns a medium. Throws `not_found`, or `version_conflict` with the name of the last editor. */
async function lockMedium(ctx: Editor, identifier: string, version: number): Promise<EditableRow> {
  const [row] = await findEditable(ctx.db, [identifier], { lock: true });
  if (!row) throw new AppError('not_found');
  if (row.version === version) return row;
  const editor = await findLastEditor(ctx.db, identifier);
  throw new AppError('version_conflict', {
    details: { version: row.version, by: fullName(editor) || null, at: row.updated_at.toISOString() },
  });
}

async function apply(ctx: Editor, change: Change): Promise<EditMedium> {
  const { identifier } = change.row;
  const done = await saveChanges(ctx, [change]);
  return done.length ? wakeAndPresent(ctx, identifier) : readEditMedium(ctx, identifier);
}

export async function changeMedium(ctx: Editor, { params, body }: Input<typeof catalogueEdit.changeMedium>): Promise<EditMedium> {
  const row = await lockMedium(ctx, params.identifier, body.version);
  const record = cleanRecord(body.record, row.record);
  await checkStandardVersion(ctx, row.identifier, record, row.record.set_of);
  return apply(ctx, { row, record, retired_at: row.retired_at, what: 'edit' });
}

export async function retireMedium(ctx: Editor, { params, body }: Input<typeof catalogueEdit.retireMedium>): Promise<EditMedium> {
  const row = await lockMedium(ctx, params.identifier, body.version);
  const retired_at = body.retired ? (row.retired_at ?? ctx.now) : null;
  return apply(ctx, { row, record: row.record, retired_at, what: body.retired ? 'retire' : 'bring_back' });
}

/**
 * Publishes a medium to everyone, to the schools of the district or by licence, or makes it a draft of its author again. Existing licences are kept.
 * Throws `state_conflict` for a draft of an imported medium, because schools already have it.
 */
export async function publishMedium(ctx: Editor, { params, body }: Input<typeof catalogueEdit.publishMedium>): Promise<EditMedium> {
  const row = await lockMedium(ctx, params.identifier, body.version);
  const added = body.to === 'draft' ? await findVersion(ctx.db, row.identifier, 1) : undefined;
  if (body.to === 'draft' && added?.what !== 'create') throw new AppError('state_conflict', { field: 'to' });
  const free = body.to === 'all';
  const record = { ...row.record, free };
  await saveChanges(ctx, [{ row, record, retired_at: row.retired_at, what: 'edit' }]);
  if (body.to === 'schools') await grantToDistrict(ctx, row.identifier);
  if (added) await markDraft(ctx.db, row.identifier, added.person_id, ctx.now);
  else await endDraft(ctx.db, row.identifier);
  await recordAudit(ctx, 'catalogue.publish', { draft: row.draft }, { identifier: row.identifier, to: body.to });
  return wakeAndPresent(ctx, row.identifier);
}

/** Restores a version of a medium. Throws `not_found` if the version does not exist. */
export async function undoMedium(ctx: Editor, { params, body }: Input<typeof catalogueEdit.undoMedium>): Promise<EditMedium> {
  const row = await lockMedium(ctx, params.identifier, body.version);
  const wanted = await findVersion(ctx.db, row.identifier, body.to);
  if (!wanted) throw new AppError('not_found');
  return apply(ctx, { row, record: readRecord(wanted.record).record, retired_at: row.retired_at, what: 'undo' });
}

export async function readVersions(ctx: Editor, identifier: string): Promise<{ items: MediumVersion[] }> {
  if ((await findEditable(ctx.db, [identifier])).length === 0) throw new AppError('not_found');
  const rows = await listVersions(ctx.db, identifier);
  const items = rows.map(({ version, at, what, bulk_id, record, vorname, name }, i) => {
    const older = rows[i + 1];
    const changes = older ? changesBetween(readRecord(older.record).record, readRecord(record).record) : [];
    return { version, at: at.toISOString(), by: fullName({ vorname, name }) || null, what, bulk_id, changes };
  });
  return { items };
}
