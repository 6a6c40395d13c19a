import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../../ui/Link.tsx';
import './todo-list.css';

/** Something that waits, how often, and where it is done: at an address, or in a dialog. */
export type Todo = { icon: ReactNode; count: number; words: string } & ({ href: string } | { onOpen: () => void });

/** What waits for somebody, each one click away. */
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
