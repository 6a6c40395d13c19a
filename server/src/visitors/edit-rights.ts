/** Permission to edit media, and the storage quota of own material (docs/behaviour/own-material.md#rights). */
import { isCatalogueEditor } from '@fundus/contract/access';
import { AppError, notFound } from '@fundus/contract/errors';
import type { Quota } from '@fundus/contract/files/uploads';
import type { FrontendConfig } from '@fundus/contract/config';
import type { Db } from '../db/open.ts';
import { isAuthor } from './own-material.ts';
import { findOwnMaterial, lockQuota, sumBytesOf, type OwnRow } from './own-material-repository.ts';
import type { SignedIn } from './signed-in.ts';

const MEGABYTE = 1_000_000;

/** Returns whether the user may edit a medium. Catalogue editors may edit the catalogue, and authors may edit own material that is not removed. */
export const mayEditMedium = (user: SignedIn, own: OwnRow | undefined): boolean =>
  own ? isAuthor(user, own) && own.retired_at === null : isCatalogueEditor(user);

/** Returns the own material of a medium, or `undefined` for a medium of the catalogue. Throws `not_found` if the user may not edit it. */
export async function requireEditable(ctx: { db: Db; user: SignedIn }, identifier: string): Promise<OwnRow | undefined> {
  const own = await findOwnMaterial(ctx.db, identifier);
  if (!mayEditMedium(ctx.user, own)) throw notFound();
  return own;
}

/** Returns the used bytes and the limit of a teacher. */
export async function readQuota({ db, config }: { db: Db; config: FrontendConfig }, person: string): Promise<Quota> {
  return { used: await sumBytesOf(db, { person }), limit: config.ownMaterialMB * MEGABYTE };
}

/** Throws `quota_exceeded` if `bytes` more would exceed the quota of the author or the school. Locks the quota of the school. */
export async function requireQuota(ctx: { db: Db; config: FrontendConfig; user: SignedIn }, own: OwnRow, bytes: number): Promise<void> {
  await lockQuota(ctx.db, own.school_id);
  const room = {
    person: await readQuota(ctx, ctx.user.id),
    school: { used: await sumBytesOf(ctx.db, { school: own.school_id }), limit: ctx.config.ownMaterialSchoolMB * MEGABYTE },
  };
  for (const [of, { used, limit }] of Object.entries(room))
    if (used + bytes > limit) throw new AppError('quota_exceeded', { field: 'file', details: { of, used, limit } });
}
