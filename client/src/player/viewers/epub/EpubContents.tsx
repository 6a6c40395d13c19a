import { useT } from '../../../i18n/translate.ts';
import type { Epub } from './epub.ts';
import './epub-viewer.css';

type Entry = Epub['contents'][number];

type Props = {
  book: Epub;
  /** Entry of the contents for the current position. */
  current: Entry | undefined;
  hidden: boolean;
  onOpen: (path: string) => void;
};

/** Shows the table of contents of a book. */
export function EpubContents({ book, current, hidden, onOpen }: Props) {
  const { t } = useT();
  return (
    <nav className="epub-contents" aria-label={t('player.epub.contents')} hidden={hidden}>
      <ol lang={book.language ?? undefined}>
        {book.contents.map((entry) => (
          <li key={`${entry.path} ${entry.title}`} data-level={Math.min(3, entry.level)}>
            <button type="button" aria-current={entry === current || undefined} onClick={() => onOpen(entry.path)}>
              {entry.title}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
