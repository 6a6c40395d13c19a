import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import { mediaType } from '@fundus/contract/reference/media-types';
import { href } from '@fundus/contract/screens';
import type { ReactNode } from 'react';
import { LicenceBadge } from '../../components/media/LicenceBadge.tsx';
import { SmallCover } from '../../components/media/finder/SmallCover.tsx';
import { SubjectChip } from '../../components/media/finder/SubjectChip.tsx';
import { leaveTrail } from '../../stores/trail.ts';
import { Link } from '../../ui/Link.tsx';
import '../../ui/list.css';
import '../../components/lists/line.css';
import '../../components/lists/shelf.css';

const ROUTE_TYPES = { media: 'media', books: 'book', apps: 'app' } as const;

/** The page of a medium inside the library; `code` names the licence it is opened by. */
const shelfHref = ({ identifier, fn_typ }: Pick<MediaItem, 'identifier' | 'fn_typ'>, code?: string): string =>
  href('library-media-detail', {
    mediaType: ROUTE_TYPES[mediaType(fn_typ).kind],
    mediaId: identifier,
    ...(code !== undefined && { codeId: code }),
  });

type Props = {
  medium: MediaItem;
  /** The media of the list it stands in: its page leads from one to the next. */
  trail?: readonly MediaItem[];
  /** The licence or code the page of the medium is opened with. */
  code?: string;
  /** Words of the list about it: when it was opened, until when it may be used. */
  facts: readonly (string | null)[];
  /** Beside these words. */
  sign?: ReactNode;
  /** So much of it was seen, from 0 to 1. */
  reached?: number | null;
  /** The list says itself how the licence stands. */
  licence?: false;
  children?: ReactNode;
  actions?: ReactNode;
  /** The actions are more than one small button. */
  wide?: boolean;
};

/** A medium on the shelf: small cover, title, what this list has to say about it, and what can be done. */
export function ShelfRow({ medium, trail = [], code, facts, sign, reached, licence, children, actions, wide }: Props) {
  return (
    <li className={wide ? 'cover-row shelf-row wide-actions' : 'cover-row'}>
      <SmallCover item={medium}>{reached ? <progress value={reached} max={1} aria-hidden="true" /> : null}</SmallCover>
      <div className="shelf-text">
        <h2>
          <Link
            href={shelfHref(medium, code)}
            onClick={() => leaveTrail(trail.map((one) => ({ identifier: one.identifier, title: one.fn_titel, href: shelfHref(one) })))}
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
