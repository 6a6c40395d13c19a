/** Addresses of media that became part of others lead on: they are printed on sheets and stand in courses (docs/behaviour/duplicates.md#old-addresses). */
import { hrefOfMedium, mediumOf } from '@fundus/contract/medium-pages';
import { matchPath } from '@fundus/contract/screens';
import type { Portal } from '../../http/context.ts';
import { findStanding } from '../catalogue/index.ts';
import { tellsOthers } from './exchange.ts';

/** Where the address of a medium leads: to the same page of the medium that stays. Undefined for every other page. */
export async function movedTo(portal: Portal, url: string): Promise<string | undefined> {
  const [path = '', query] = url.split(/\?(.*)/s);
  const match = matchPath(path);
  const identifier = 'name' in match ? mediumOf(match) : undefined;
  if (!('name' in match) || identifier === undefined) return undefined;
  // What the page says of itself, alone: asked for by programs that know its address.
  if (new URLSearchParams(query).get('format') === 'amb' && tellsOthers(portal))
    return `/unapi?${new URLSearchParams({ id: identifier, format: 'amb' })}`;
  const standing = (await findStanding(portal.db, [identifier])).get(identifier);
  if (standing === undefined) return undefined;
  const there = hrefOfMedium(match, standing);
  return query ? `${there}?${query}` : there;
}
