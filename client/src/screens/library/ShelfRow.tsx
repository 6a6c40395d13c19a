import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import { mediaType } from '@fundus/contract/reference/media-types';
import { href } from '@fundus/contract/screens';
import type { ReactNode } from 'react';
import { LicenceBadge } from '../../components/media/LicenceBadge.tsx';
import { SmallCover } from '../../components/media/finder/SmallCover.tsx';
import { SubjectChip } from '../../components/media/finder/SubjectChip.tsx';
import { storeNavigationList } from '../../stores/trail.ts';
import { Link } from '../../ui/Link.tsx';
import '../../ui/list.css';
import '../../components/lists/line.css';
import '../../components/lists/shelf.css';

const ROUTE_TYPES = { media: 'media', books: 'book', apps: 'app' } as const;

/** Returns the URL of a medium in the library. `code` is the ID of its licence or code. */
const shelfHref = ({ identifier, fn_typ }: Pick<MediaItem, 'identifier' | 'fn_typ'>, code?: string): string =>
  href('library-media-detail', {
    mediaType: ROUTE_TYPES[mediaType(fn_typ).kind],
    mediaId: identifier,
    ...(code !== undefined && { codeId: code }),
  });

type Props = {
  medium: MediaItem;
  /** Media of the list, so that the media page can link to its neighbours. */
  trail?: readonly MediaItem[];
  /** ID of the licence or code with which the medium is opened. */
  code?: string;
  /** Facts such as the date of opening or the end of use. */
  facts: readonly (string | null)[];
  /** Content next to the facts. */
  sign?: ReactNode;
  /** Fraction of the medium that was watched, from 0 to 1. */
  reached?: number | null;
  /** Set to `false` if the list shows the state of the licence itself. */
  licence?: false;
  children?: ReactNode;
  actions?: ReactNode;
  /** True if the row has more than one small action button. */
  wide?: boolean;
};

/** Shows a medium in the library with a small cover, its title, facts and actions. */
export function ShelfRow({ medium, trail = [], code, facts, sign, reached, licence, children, actions, wide }: Props) {
  return (
    <li className={wide ? 'cover-row shelf-row wide-actions' : 'cover-row'}>
      <SmallCover item={medium}>{reached ? <progress value={reached} max={1} aria-hidden="true" /> : null}</SmallCover>
      <div className="shelf-text">
        <h2>
          <Link
            href={shelfHref(medium, code)}
            onClick={() =>
              storeNavigationList(trail.map((one) => ({ identifier: one.identifier, title: one.fn_titel, href: shelfHref(one) })))
            }
          >
            {medium.display.title}
          </Link>
        </h2>
        <p className="line-facts">
          <SubjectChip codes={medium.fn_geb} />
          {facts.map((fact) => fact && <span key={fact}>{fact}</span>)}
          {sign}
        </p>
        {licence !== false && <LicenceBadge item={medium} />}
        {children}
      </div>
      {actions && <div className="shelf-actions">{actions}</div>}
    </li>
  );
}
