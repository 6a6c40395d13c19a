import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../../ui/Link.tsx';
import './todo-list.css';

/** Something that waits, how often, and where it is done. */
export type Todo = { icon: ReactNode; count: number; words: string; href: string };

/** What waits for somebody, each one click away. */
export function TodoList({ items }: { items: readonly Todo[] }) {
  return (
    <ul className="lines todo-list">
      {items.map(({ icon, words, href }) => (
        <li key={href}>
          <Link href={href}>
            {icon}
            <span>{words}</span>
            <ChevronRight />
          </Link>
        </li>
      ))}
    </ul>
  );
}
