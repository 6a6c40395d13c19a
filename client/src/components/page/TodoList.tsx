import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../../ui/Link.tsx';
import './todo-list.css';

/** Group of a task on the start page: decisions that other users wait for, upkeep, or work at the lending desk. */
export type TodoGroup = 'requests' | 'upkeep' | 'lending';

/** A pending task with the number of cases, and its link or dialog. */
export type Todo = { group: TodoGroup; icon: ReactNode; count: number; words: string } & ({ href: string } | { onOpen: () => void });

/** Shows pending tasks as links or as buttons that open a dialog. */
export function TodoList({ items }: { items: readonly Todo[] }) {
  return (
    <ul className="lines todo-list">
      {items.map(({ icon, words, ...way }) => {
        const line = (
          <>
            {icon}
            <span>{words}</span>
            <ChevronRight />
          </>
        );
        return (
          <li key={words}>
            {'href' in way ? (
              <Link href={way.href}>{line}</Link>
            ) : (
              <button type="button" aria-haspopup="dialog" onClick={way.onOpen}>
                {line}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
