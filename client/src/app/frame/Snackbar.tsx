import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useT } from '../../i18n/translate.ts';
import { closeSnackbar, SNACKBAR_MS, useSnackbar, type Snack } from '../../stores/snackbar.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Link } from '../../ui/Link.tsx';
import { useTopModal } from '../../ui/overlays/modal-stack.ts';
import '../../ui/button.css';
import './snackbar.css';

/** Minimum length of a swipe that closes the message (docs/specification.md#constants). */
const SWIPE_PX = 50;

/** Key that moves the focus from anywhere on the page into the message. */
const FOCUS_KEY = 'F8';

/**
 * Shows the global message, which closes after 5 seconds unless it is hovered or focused (WCAG 2.2.1, 4.1.3). It is rendered inside the top modal
 * dialog, because everything outside of the dialog is inert. The live region exists before its message does.
 */
export function Snackbar() {
  const snack = useSnackbar();
  const modal = useTopModal();
  const [paused, setPaused] = useState(false);
  const id = snack?.id;

  useEffect(() => {
    if (paused || id === undefined || snack?.lasting) return;
    const timer = setTimeout(() => closeSnackbar(id), SNACKBAR_MS);
    return () => clearTimeout(timer);
  }, [paused, id, snack?.lasting]);

  return createPortal(
    <div className="snackbar-slot" role="status">
      {snack && <Message key={snack.id} snack={snack} onPause={setPaused} />}
    </div>,
    modal ?? document.body,
  );
}

function Message({ snack, onPause }: { snack: Snack; onPause: (paused: boolean) => void }) {
  const { t } = useT();
  const [pulled, setPulled] = useState(0);
  const pressedAt = useRef<number | null>(null);
  const ref = useRef<HTMLDivElement>(null);
  useInTopLayer(ref);
  const returnFocusFrom = useFocusByKey(ref);

  useEffect(() => () => onPause(false), [onPause]);

  const release = () => {
    pressedAt.current = null;
    if (Math.abs(pulled) > SWIPE_PX) closeSnackbar(snack.id);
    else setPulled(0);
  };
  const actions = [snack.more, snack.action].filter((action) => action !== undefined);

  return (
    <div
      ref={ref}
      popover="manual"
      aria-keyshortcuts={FOCUS_KEY}
      className={`snackbar snackbar-${snack.type}`}
      style={pulled ? { translate: `${pulled}px 0`, opacity: Math.max(0.3, 1 - Math.abs(pulled) / 200), transition: 'none' } : undefined}
      onPointerEnter={() => onPause(true)}
      onPointerLeave={() => onPause(false)}
      onFocus={(event) => {
        returnFocusFrom(event.relatedTarget);
        onPause(true);
      }}
      onBlur={() => onPause(false)}
      onPointerDown={(event) => {
        pressedAt.current = event.clientX;
      }}
      onPointerMove={(event) => pressedAt.current !== null && setPulled(event.clientX - pressedAt.current)}
      onPointerUp={release}
      onPointerCancel={release}
    >
      <p className="snackbar-text">
        {snack.type === 'error' ? <CircleAlert /> : snack.type === 'success' ? <CircleCheck /> : null}
        <span>{snack.text}</span>
      </p>
      <div className="snackbar-actions">
        {snack.way && (
          <Link className="btn snackbar-action" href={snack.way.href} onClick={() => closeSnackbar(snack.id)}>
            {snack.way.label}
          </Link>
        )}
        {actions.map((action) => (
          <button
            key={action.label}
            type="button"
            className="btn snackbar-action"
            onClick={() => {
              closeSnackbar(snack.id);
              action.run();
            }}
          >
            {action.label}
          </button>
        ))}
        <IconButton label={t('app.close')} icon={<X />} onClick={() => closeSnackbar(snack.id)} />
      </div>
    </div>
  );
}

/** Shows the message in the top layer, and raises it again after another element has entered full screen. */
function useInTopLayer(ref: { current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const message = ref.current!;
    // The dialog of the message may close in the same commit. The message is then remounted on the page.
    if (!message.isConnected) return;
    message.showPopover();
    const raise = () => {
      if (!document.fullscreenElement || !message.matches(':popover-open')) return;
      message.hidePopover();
      message.showPopover();
    };
    document.addEventListener('fullscreenchange', raise);
    return () => document.removeEventListener('fullscreenchange', raise);
  }, [ref]);
}

/** Focuses the first control of the message on `FOCUS_KEY`. Returns a function that restores the previous focus when the message closes. */
function useFocusByKey(ref: { current: HTMLElement | null }): (from: EventTarget | null) => void {
  const before = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const message = ref.current!;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== FOCUS_KEY || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      event.preventDefault();
      [...message.querySelectorAll<HTMLElement>('a, button')].find((control) => getComputedStyle(control).display !== 'none')?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      if (message.contains(document.activeElement) && before.current?.isConnected) before.current.focus();
    };
  }, [ref]);
  return (from) => {
    if (from instanceof HTMLElement && !ref.current?.contains(from)) before.current = from;
  };
}
