/** Addresses of media that became part of others lead on: they are printed on sheets and stand in courses (docs/behaviour/duplicates.md#old-addresses). */
import { hrefOfMedium, matchPath, mediumOf } from '@fundus/contract/screens';
import type { Portal } from '../../http/context.ts';
import { findStanding } from '../catalogue/index.ts';

/** The same page of the medium that stays; undefined for every other page. */
export async function movedTo({ db }: Pick<Portal, 'db'>, url: string): Promise<string | undefined> {
  const [path = '', query] = url.split(/\?(.*)/s);
  const match = matchPath(path);
  const identifier = 'name' in match ? mediumOf(match) : undefined;
  if (!('name' in match) || identifier === undefined) return undefined;
  const standing = (await findStanding(db, [identifier])).get(identifier);
  if (standing === undefined) return undefined;
  const there = hrefOfMedium(match, standing);
  return query ? `${there}?${query}` : there;
}
