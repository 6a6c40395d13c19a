import { Check } from 'lucide-react';
import { Fragment, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { FloatingPanel } from './FloatingPanel.tsx';
import { Link } from '../Link.tsx';
import './floating.css';

export type MenuItem = {
  label: string;
  icon?: ReactNode;
} & (
  | { kind?: 'action'; onSelect: () => void }
  /** Item that follows a link. `newTab` keeps the current page open. */
  | { kind: 'link'; href: string; download?: boolean; newTab?: boolean }
  /** Option of which one per section is selected. `lang` is set if the label is in another language. */
  | { kind: 'choice'; chosen: boolean; onSelect: () => void; lang?: string }
  | { kind: 'switch'; chosen: boolean; onSelect: () => void }
);

export type MenuSection = { label?: string; items: readonly MenuItem[] };

type Props = {
  /** Accessible name of the button. */
  label: string;
  trigger: ReactNode;
  className?: string;
  sections: readonly MenuSection[];
  /** Content above the items, such as the name of the signed-in user. */
  head?: ReactNode;
  align?: 'start' | 'end';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

/** Menu button (WAI-ARIA pattern). Arrow keys and letters move the focus, and Escape closes the menu and restores the focus. */
export function Menu({ label, trigger, className = 'btn btn-icon', sections, head, align = 'end', open, onOpenChange }: Props) {
  const [own, setOwn] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const startAt = useRef<'first' | 'last'>('first');
  const id = useId();
  const shown = open ?? own;

  const show = (next: boolean, refocus = true) => {
    setOwn(next);
    onOpenChange?.(next);
    if (!next && refocus) button.current?.focus();
  };

  const focusStart = () => {
    itemsOf(menu.current)
      .at(startAt.current === 'first' ? 0 : -1)
      ?.focus({ preventScroll: true });
  };

  const openAt = (where: 'first' | 'last') => {
    startAt.current = where;
    show(true);
  };

  const onButtonKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    openAt(event.key === 'ArrowDown' ? 'first' : 'last');
  };

  const select = (item: MenuItem) => {
    const stays = item.kind === 'choice' || item.kind === 'switch';
    if (!stays) show(false);
    if (item.kind !== 'link') item.onSelect();
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={shown}
        aria-controls={shown ? id : undefined}
        onClick={() => (shown ? show(false) : openAt('first'))}
        onKeyDown={onButtonKey}
      >
        {trigger}
      </button>
      {shown && (
        <FloatingPanel
          anchor={button}
          align={align}
          className="menu-floating"
          onShown={focusStart}
          onClose={(reason) => show(false, reason === 'escape')}
        >
          {head && <div className="menu-head">{head}</div>}
          <div
            ref={menu}
            id={id}
            role="menu"
            tabIndex={-1}
            aria-label={label}
            className="menu"
            onKeyDown={(event) => moveMenuFocus(event, menu.current)}
          >
            {sections.map((section, s) => {
              const items = section.items.map((item) => <Item key={item.label} item={item} onSelect={() => select(item)} />);
              return section.label || sections.length > 1 ? (
                <div key={section.label ?? s} role="group" aria-label={section.label}>
                  {section.label && (
                    <div className="menu-label" aria-hidden="true">
                      {section.label}
                    </div>
                  )}
                  {items}
                </div>
              ) : (
                <Fragment key={s}>{items}</Fragment>
              );
            })}
          </div>
        </FloatingPanel>
      )}
    </>
  );
}

function Item({ item, onSelect }: { item: MenuItem; onSelect: () => void }) {
  const inner = (
    <>
      {item.icon}
      {item.label}
      {(item.kind === 'choice' || item.kind === 'switch') && item.chosen && <Check className="menu-tick" />}
    </>
  );
  if (item.kind === 'link') {
    return (
      <Link
        role="menuitem"
        tabIndex={-1}
        href={item.href}
        download={item.download}
        onClick={onSelect}
        {...(item.newTab && { target: '_blank', rel: 'noreferrer' })}
      >
        {inner}
      </Link>
    );
  }
  if (item.kind === 'choice' || item.kind === 'switch') {
    const role = item.kind === 'choice' ? 'menuitemradio' : 'menuitemcheckbox';
    return (
      <button
        type="button"
        role={role}
        tabIndex={-1}
        aria-checked={item.chosen}
        lang={item.kind === 'choice' ? item.lang : undefined}
        onClick={onSelect}
      >
        {inner}
      </button>
    );
  }
  return (
    <button type="button" role="menuitem" tabIndex={-1} onClick={onSelect}>
      {inner}
    </button>
  );
}

const itemsOf = (menu: HTMLElement | null): HTMLElement[] => [...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];

function moveMenuFocus(event: KeyboardEvent, menu: HTMLElement | null): void {
  const items = itemsOf(menu);
  const at = items.indexOf(document.activeElement as HTMLElement);
  const next = target(event, items, at);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function target(event: KeyboardEvent, items: HTMLElement[], at: number): HTMLElement | undefined {
  switch (event.key) {
    case 'ArrowDown':
      return items[(at + 1) % items.length];
    case 'ArrowUp':
      return items.at(at <= 0 ? -1 : at - 1);
    case 'Home':
      return items[0];
    case 'End':
      return items.at(-1);
    default: {
      if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return undefined;
      const letter = event.key.toLocaleLowerCase();
      const after = [...items.slice(at + 1), ...items.slice(0, at + 1)];
      return after.find((item) => item.textContent?.trim().toLocaleLowerCase().startsWith(letter));
    }
  }
}
