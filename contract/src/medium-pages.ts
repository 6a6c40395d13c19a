/** Detects pages that show a single medium and builds the URL of the same page for another medium. */
import { fillPath } from './endpoint.ts';
import { screens, type RouteMatch } from './screens.ts';

/** Returns the identifier of the medium that a page shows, or `undefined`. */
export const mediumOf = ({ name, params }: RouteMatch): string | undefined => (name === 'media' ? params.id : params.mediaId);

/** Returns the URL of the same page for another medium. */
export const hrefOfMedium = ({ name, params }: RouteMatch, identifier: string): string =>
  fillPath(screens[name].path, { ...params, [name === 'media' ? 'id' : 'mediaId']: identifier }).replace(/\/{1,8}$/, '');
