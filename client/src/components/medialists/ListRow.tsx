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
  /** Codes of the tree. */
  subjects?: readonly string[];
  facts: readonly (ReactNode | false | null)[];
  /** It cannot be opened: what is deleted can only be had back. */
  closed?: boolean;
  heading?: 'h2' | 'h3';
  children?: ReactNode;
  actions?: ReactNode;
};

/** A media list in a list of lists: its picture on a pile, its title, what it has, what can be done. */
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

/** The picture of a list: several media lie under it. */
export const ListCover = ({ cover }: { cover: string | null }) => (
  <span className="list-cover" aria-hidden="true">
    <span className="small-cover">
      {cover ? <img src={cover} alt="" width="160" height="90" loading="lazy" /> : <ListVideo className="list-cover-none" />}
    </span>
  </span>
);
