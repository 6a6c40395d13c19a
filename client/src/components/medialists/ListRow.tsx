import { ListVideo } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../../ui/Link.tsx';
import { SubjectChip } from '../media/finder/SubjectChip.tsx';
import { listHref } from './list-href.ts';
import '../../ui/list.css';
import '../lists/line.css';
import '../media/finder/small-cover.css';
import './list-row.css';

type Props = {
  id: string;
  title: string;
  cover: string | null;
  /** Codes of the list's subjects. */
  subjects?: readonly string[];
  facts: readonly (ReactNode | false | null)[];
  /** True for a deleted list, which can only be restored. */
  closed?: boolean;
  heading?: 'h2' | 'h3';
  children?: ReactNode;
  actions?: ReactNode;
};

/** Shows a media list as a row with cover, title, facts and actions. */
export function ListRow({ id, title, cover, subjects = [], facts, closed = false, heading: Heading = 'h2', children, actions }: Props) {
  return (
    <li className="cover-row list-row" data-closed={closed || undefined}>
      <ListCover cover={cover} />
      <div className="list-row-text">
        <Heading>{closed ? title : <Link href={listHref(id)}>{title}</Link>}</Heading>
        <p className="line-facts">
          <SubjectChip codes={subjects} />
          {facts.map((fact, i) => fact && <span key={i}>{fact}</span>)}
        </p>
        {children}
      </div>
      {actions && <div className="list-row-does">{actions}</div>}
    </li>
  );
}

/** Shows the cover of a media list as the top of a pile. */
export const ListCover = ({ cover }: { cover: string | null }) => (
  <span className="list-cover" aria-hidden="true">
    <span className="small-cover">
      {cover ? <img src={cover} alt="" width="160" height="90" loading="lazy" /> : <ListVideo className="list-cover-none" />}
    </span>
  </span>
);
