/** Recognises pages of a single medium and returns the same page of another medium. Pure. */
import { fillPath } from './endpoint.ts';
import { screens, type RouteMatch } from './screens.ts';

/** Returns the medium of a page, or undefined. */
export const mediumOf = ({ name, params }: RouteMatch): string | undefined => (name === 'media' ? params.id : params.mediaId);

/** Returns the address of the same page for another medium. */
export const hrefOfMedium = ({ name, params }: RouteMatch, identifier: string): string =>
  fillPath(screens[name].path, { ...params, [name === 'media' ? 'id' : 'mediaId']: identifier }).replace(/\/{1,8}$/, '');
