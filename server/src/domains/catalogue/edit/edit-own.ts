/** Edits own material. Like any medium, it is validated, versioned and logged for the index (docs/behaviour/own-material.md). */
import { EditRecord } from '@fundus/contract/catalogue/edit';
import { today } from '@fundus/contract/days';
import { AppError } from '@fundus/contract/errors';
import type { MaterialRecord } from '@fundus/contract/own-material/own-material';
import { newId } from '../../../db/new-id.ts';
import type { UserCtx } from '../../../http/context.ts';
import { logChanges } from '../../../search/change-log-repository.ts';
import { saveChanges, cleanRecord, type Change } from './edit-save.ts';
import { newIdentifier } from './edit.ts';
import { findEditable, insertMedium, insertVersions, type EditableRow } from './edit-repository.ts';

/** Creates a medium and returns its identifier. `own` must store the owner before the medium becomes visible. */
export async function createOwnMedium(
  ctx: UserCtx,
  fields: MaterialRecord,
  own: (identifier: string) => Promise<unknown>,
): Promise<string> {
  const identifier = newIdentifier(newId(ctx.now));
  const record = cleanRecord(EditRecord.parse({ ...fields, published: today(ctx.now), free: false }), null);
  await insertMedium(ctx.db, identifier, record, ctx.now);
  await own(identifier);
  await insertVersions(ctx.db, [{ identifier, version: 1, at: ctx.now, person_id: ctx.user.id, what: 'create', record, retired_at: null }]);
  return identifier;
}

export async function readOwnRecord(ctx: Pick<UserCtx, 'db'>, identifier: string): Promise<EditableRow> {
  const [row] = await findEditable(ctx.db, [identifier], { of: 'own' });
  if (!row) throw new AppError('not_found');
  return row;
}

/** Changes own material. Throws `version_conflict` if it was changed meanwhile. If it is a `draft`, the audit log omits the contents. */
export async function changeOwnMedium(
  ctx: UserCtx,
  identifier: string,
  fields: MaterialRecord,
  { version, draft }: { version: number; draft: boolean },
): Promise<void> {
  const [row] = await findEditable(ctx.db, [identifier], { of: 'own', lock: true });
  if (row?.version !== version) throw new AppError('version_conflict', { details: { version: row?.version ?? 0, by: null } });
  const record = cleanRecord({ ...row.record, ...fields }, row.record);
  await saveChanges(ctx, [{ row, record, retired_at: row.retired_at, what: 'edit', unlogged: draft }]);
}

/** Retires or restores own material. Throws `not_found` if it does not exist. */
export async function retireOwnMedium(
  ctx: UserCtx,
  identifier: string,
  { retired, draft }: { retired: boolean; draft: boolean },
): Promise<void> {
  const [row] = await findEditable(ctx.db, [identifier], { of: 'own', lock: true });
  if (!row) throw new AppError('not_found');
  const change: Change = {
    row,
    record: row.record,
    retired_at: retired ? ctx.now : null,
    what: retired ? 'retire' : 'bring_back',
    unlogged: draft,
  };
  await saveChanges(ctx, [change]);
}

/** Logs the change of own material for the index. Must be the last statement of the transaction. */
export async function logOwnChange(ctx: UserCtx, identifier: string): Promise<void> {
  await logChanges(ctx.db, [identifier]);
  ctx.afterCommit(() => ctx.wakeIndex());
}
