/** Presents the data of own material on the page of a medium (docs/behaviour/own-material.md#rights). */
import type { MediaDetail } from '@fundus/contract/catalogue/catalogue';
import type { MaterialRights } from '@fundus/contract/catalogue/material-rights';
import type { Ctx } from '../../http/context.ts';
import { isStaff } from '../licences/index.ts';
import { isAuthor, rightsOf } from '../../visitors/own-material.ts';
import { findOwnMaterial } from '../../visitors/own-material-repository.ts';

/** Returns the owner and the rights of own material, or `null` for other media. Only staff of the school see the author. */
export async function presentOwnership({ db, user }: Pick<Ctx, 'db' | 'user'>, identifier: string): Promise<MediaDetail['own']> {
  const own = await findOwnMaterial(db, identifier);
  if (!own) return null;
  const rights: MaterialRights | null = rightsOf(own);
  return {
    school: own.school_name,
    maker: user && !user.by_code && isStaff(user) && own.maker_id ? own.maker_name : null,
    rights,
    can: { edit: isAuthor(user, own) },
  };
}
