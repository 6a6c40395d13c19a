/** Redirects the addresses of merged media, which may be printed or embedded in courses (docs/behaviour/duplicates.md#old-addresses). */
import { hrefOfMedium, mediumOf } from '@fundus/contract/medium-pages';
import { matchPath } from '@fundus/contract/screens';
import type { Portal } from '../../http/context.ts';
import { findRemaining } from '../catalogue/index.ts';
import { exportsMetadata } from './exchange.ts';

/** Returns the address of the same page of the remaining medium, or `undefined` if the page is not that of a merged medium. */
export async function findMovedPage(portal: Portal, url: string): Promise<string | undefined> {
  const [path = '', query] = url.split(/\?(.*)/s);
  const match = matchPath(path);
  const identifier = 'name' in match ? mediumOf(match) : undefined;
  if (!('name' in match) || identifier === undefined) return undefined;
  // A request with `?format=amb` is redirected to the metadata, for clients that know only the address of the page.
  if (new URLSearchParams(query).get('format') === 'amb' && exportsMetadata(portal))
    return `/unapi?${new URLSearchParams({ id: identifier, format: 'amb' })}`;
  const standing = (await findRemaining(portal.db, [identifier])).get(identifier);
  if (standing === undefined) return undefined;
  const there = hrefOfMedium(match, standing);
  return query ? `${there}?${query}` : there;
}
