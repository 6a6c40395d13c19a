import { ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import './fold.css';

type Props = {
  title: string;
  /** One line about the content, shown beside the title. */
  says?: string;
  /** State before the first click. */
  open?: boolean;
  /** Keeps it open, for example while it contains an invalid field. */
  forced?: boolean;
  children: ReactNode;
};

/** Shows a part that the user opens when needed. The content stays in the page while it is closed, so its fields keep their values. */
export function Fold({ title, says, open: first = false, forced = false, children }: Props) {
  const [open, setOpen] = useState(first);
  return (
    <details className="fold" open={open || forced} onToggle={(event) => setOpen(event.currentTarget.open)}>
      {/* Without this, a click would close it, and React would not open it again because the value stays the same. */}
      <summary onClick={(event) => forced && event.preventDefault()}>
        <ChevronRight className="i-16" />
        <span className="fold-line">
          <span className="fold-title">{title}</span>
          {says && <span className="fold-says">{says}</span>}
        </span>
      </summary>
      <div className="fold-body">{children}</div>
    </details>
  );
}
