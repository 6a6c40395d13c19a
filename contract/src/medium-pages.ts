/** Pages that show one medium: which, and the same page of another one. Pure. */
import { fillPath } from './endpoint.ts';
import { screens, type RouteMatch } from './screens.ts';

/** The medium a page shows; undefined for pages that show none. */
export const mediumOf = ({ name, params }: RouteMatch): string | undefined => (name === 'media' ? params.id : params.mediaId);

/** The same page of another medium. */
export const hrefOfMedium = ({ name, params }: RouteMatch, identifier: string): string =>
  fillPath(screens[name].path, { ...params, [name === 'media' ? 'id' : 'mediaId']: identifier }).replace(/\/{1,8}$/, '');
