/** Own material as managed by its author (docs/behaviour/own-material.md#making). */
import { AppError, invalid, invalidFields, notFound } from '@fundus/contract/errors';
import { today } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { MAX_MATERIAL, type MaterialRecord, type OwnMaterial, type ownMaterial } from '@fundus/contract/own-material/own-material';
import { findMissingRightsFields, type MaterialRights } from '@fundus/contract/catalogue/material-rights';
import { mediaType } from '@fundus/contract/reference/media-types';
import { recordAudit } from '../../http/audit.ts';
import type { UserCtx } from '../../http/context.ts';
import { readQuota } from '../../visitors/edit-rights.ts';
import { isAuthor, rightsOf } from '../../visitors/own-material.ts';
import { findOwnMaterial, type OwnRow } from '../../visitors/own-material-repository.ts';
import {
  logOwnChange,
  changeOwnMedium,
  createOwnMedium,
  labelsOf,
  listPlaces,
  readOwnRecord,
  removeGrants,
  retireOwnMedium,
} from '../catalogue/index.ts';
import { presentEntries, stateOf } from './present.ts';
import {
  countOwnMaterial,
  hasContent,
  insertOwn,
  listOwnMaterialRows,
  lockMaterialRow,
  updateOwnMaterial,
  type RightsColumns,
} from './repository.ts';

const NO_PLACES = { classes: [], groups: [], people: [], tasks: [] };

type Page = { offset: number; limit: number };

/** Returns the teacher's school. Throws `forbidden` if there is none. */
function schoolOf({ user }: UserCtx): string {
  if (user.school_id === null) throw new AppError('forbidden');
  return user.school_id;
}

export async function listOwnMaterial(ctx: UserCtx<'search'>, page: Page): Promise<Reply<typeof ownMaterial.list>> {
  const { school_id } = ctx.user;
  const whose = { made_by: ctx.user.id, school_id: school_id ?? '' };
  const rows = await listOwnMaterialRows(ctx.db, whose, page);
  return {
    total: await countOwnMaterial(ctx.db, whose),
    ...page,
    items: await presentEntries(ctx, rows),
    quota: await readQuota(ctx, ctx.user.id),
    can: { add: ctx.config.OwnMaterial && school_id !== null },
  };
}

/** Returns the user's own material and locks it until commit. Throws `not_found`. */
async function lockOwnMaterial(ctx: UserCtx, identifier: string): Promise<OwnRow> {
  const own = await lockMaterialRow(ctx.db, identifier);
  if (!own || !isAuthor(ctx.user, own)) throw notFound('identifier');
  return own;
}

/** Returns the user's own material, locked until commit. Throws `not_found`, even if the material is removed. */
async function lockPresentMaterial(ctx: UserCtx, identifier: string): Promise<OwnRow> {
  const own = await lockOwnMaterial(ctx, identifier);
  if (own.retired_at) throw notFound('identifier');
  return own;
}

export async function readOne(ctx: UserCtx, identifier: string): Promise<OwnMaterial> {
  const own = await findOwnMaterial(ctx.db, identifier);
  if (!own || !isAuthor(ctx.user, own)) throw notFound('identifier');
  const { version, record, updated_at } = await readOwnRecord(ctx, identifier);
  const { fn_titel, fn_kurztext, fn_text, fn_typ, fn_geb, fn_adressat, fn_sprache, fn_schlag, url } = record;
  return {
    identifier,
    version,
    record: { fn_titel, fn_kurztext, fn_text, fn_typ, fn_geb, fn_adressat, fn_sprache, fn_schlag, url },
    rights: rightsOf(own),
    state: stateOf(own),
    places: own.passed && own.given_at === null ? await listPlaces(ctx.db, identifier, today(ctx.now)) : NO_PLACES,
    changed_at: updated_at.toISOString(),
    labels: labelsOf(record),
  };
}

/** Throws `validation_failed` for physical media, which only the district manages. */
function checkType({ fn_typ }: MaterialRecord): void {
  if (mediaType(fn_typ).carrier !== 'online') throw invalid('record.fn_typ', 'choice');
}

/** Returns the columns that store the origin of the material. Throws `validation_failed` if the origin is incomplete. */
function columnsOf(rights: MaterialRights | null): RightsColumns {
  if (rights === null) return { rights_source: null, rights_licence: null, rights_from: '' };
  const missing = findMissingRightsFields(rights);
  if (missing.length) throw invalidFields(missing.map((field) => ({ field: `rights.${field}`, rule: 'required' })));
  const { source, licence, from } = rights;
  return {
    rights_source: source,
    rights_licence: source === 'open' ? licence : null,
    rights_from: source === 'own' ? '' : from,
  };
}

export async function createMaterial(ctx: UserCtx, { body }: Input<typeof ownMaterial.create>): Promise<OwnMaterial> {
  const school_id = schoolOf(ctx);
  const made_by = ctx.user.id;
  if ((await countOwnMaterial(ctx.db, { made_by, school_id })) >= MAX_MATERIAL) throw invalid('material', 'max');
  checkType(body.record);
  const rights = columnsOf(body.rights);
  const identifier = await createOwnMedium(ctx, body.record, (id) =>
    insertOwn(ctx.db, { identifier: id, school_id, made_by, created_at: ctx.now, ...rights }),
  );
  return presentChanged(ctx, identifier);
}

async function presentChanged(ctx: UserCtx, identifier: string): Promise<OwnMaterial> {
  const material = await readOne(ctx, identifier);
  await logOwnChange(ctx, identifier);
  return material;
}

/** Changes material. Throws `validation_failed` if shared material would lose its origin. */
export async function changeMaterial(ctx: UserCtx, { params, body }: Input<typeof ownMaterial.change>): Promise<OwnMaterial> {
  const own = await lockPresentMaterial(ctx, params.identifier);
  if ((own.given_at || own.passed) && body.rights === null) throw invalid('rights.source', 'required');
  checkType(body.record);
  await changeOwnMedium(ctx, params.identifier, body.record, { version: body.version, draft: own.given_at === null });
  const [before, after] = [rightsOf(own), columnsOf(body.rights)];
  if (JSON.stringify(before) !== JSON.stringify(rightsOf(after))) {
    await updateOwnMaterial(ctx.db, params.identifier, after);
    if (own.given_at) await recordAudit(ctx, 'material.rights', { identifier: params.identifier, ...before }, after);
  }
  return presentChanged(ctx, params.identifier);
}

/** Shares material with the school. Throws `state_conflict` if it has no content and `validation_failed` if it has no origin. */
export async function shareMaterial(ctx: UserCtx, identifier: string): Promise<OwnMaterial> {
  const own = await lockPresentMaterial(ctx, identifier);
  if (own.rights_source === null) throw invalid('rights.source', 'required');
  if (!(await hasContent(ctx.db, identifier))) throw new AppError('state_conflict', { field: 'files' });
  if (!own.given_at) {
    await updateOwnMaterial(ctx.db, identifier, { given_at: ctx.now });
    await recordAudit(ctx, 'material.give', { state: 'draft' }, { identifier, ...rightsOf(own) });
  }
  return presentChanged(ctx, identifier);
}

/** Turns material back into a draft and ends its shares with classes, groups and colleagues. */
export async function withdrawMaterial(ctx: UserCtx, identifier: string): Promise<OwnMaterial> {
  const own = await lockPresentMaterial(ctx, identifier);
  await removeGrants(ctx.db, identifier);
  if (own.given_at) {
    await updateOwnMaterial(ctx.db, identifier, { given_at: null });
    await recordAudit(ctx, 'material.withdraw', { identifier }, null);
  }
  return presentChanged(ctx, identifier);
}

export async function removeOwnMaterial(ctx: UserCtx, identifier: string): Promise<{ removed: true }> {
  const own = await lockPresentMaterial(ctx, identifier);
  await updateOwnMaterial(ctx.db, identifier, { removed_by: 'maker' });
  await retireOwnMedium(ctx, identifier, { retired: true, draft: own.given_at === null });
  await logOwnChange(ctx, identifier);
  return { removed: true };
}

/** Restores material that its author removed. Throws `forbidden` if the school removed it. */
export async function restoreMaterial(ctx: UserCtx, identifier: string): Promise<{ restored: true }> {
  const own = await lockOwnMaterial(ctx, identifier);
  if (own.removed_by !== 'maker') throw new AppError(own.retired_at ? 'forbidden' : 'not_found');
  await updateOwnMaterial(ctx.db, identifier, { removed_by: null });
  await retireOwnMedium(ctx, identifier, { retired: false, draft: own.given_at === null });
  await logOwnChange(ctx, identifier);
  return { restored: true };
}
