import { ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import './fold.css';

type Props = {
  title: string;
  /** One-line summary of the content, shown next to the title. */
  says?: string;
  /** True if the section is initially open. */
  open?: boolean;
  /** True to keep the section open, for example while it contains an invalid field. */
  forced?: boolean;
  children: ReactNode;
};

/** Collapsible section. Its content stays in the document while it is closed, so fields keep their values. */
export function Fold({ title, says, open: first = false, forced = false, children }: Props) {
  const [open, setOpen] = useState(first);
  return (
    <details className="fold" open={open || forced} onToggle={(event) => setOpen(event.currentTarget.open)}>
      {/* Without this handler, a click would close the element, and React would not reopen it because `open` does not change. */}
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
