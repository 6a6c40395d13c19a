import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../i18n/translate.ts';
import { closeSnackbar, SNACKBAR_MS, useSnackbar, type Snack } from '../stores/snackbar.ts';
import { IconButton } from '../ui/Button.tsx';
import { Link } from '../ui/Link.tsx';
import '../ui/button.css';
import './snackbar.css';

/** A swipe of more than this closes it (docs/specification.md#constants). */
const SWIPE_PX = 50;

/** The global message: 5 seconds, waiting while it is pointed at or holds the focus; it never carries anything alone (WCAG 2.2.1, 4.1.3). */
export function Snackbar() {
  const snack = useSnackbar();
  return (
    <div className="snackbar-slot" role="status">
      {snack && <Message key={snack.id} snack={snack} />}
    </div>
  );
}

function Message({ snack }: { snack: Snack }) {
  const { t } = useT();
  const [paused, setPaused] = useState(false);
  const [pulled, setPulled] = useState(0);
  const pressedAt = useRef<number | null>(null);

  useEffect(() => {
    if (paused) return;
    const timer = setTimeout(() => closeSnackbar(snack.id), SNACKBAR_MS);
    return () => clearTimeout(timer);
  }, [paused, snack.id]);

  const release = () => {
    pressedAt.current = null;
    if (Math.abs(pulled) > SWIPE_PX) closeSnackbar(snack.id);
    else setPulled(0);
  };

  return (
    <div
      className={`snackbar snackbar-${snack.type}`}
      style={pulled ? { translate: `${pulled}px 0`, opacity: Math.max(0.3, 1 - Math.abs(pulled) / 200), transition: 'none' } : undefined}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      onPointerDown={(event) => {
        pressedAt.current = event.clientX;
      }}
      onPointerMove={(event) => pressedAt.current !== null && setPulled(event.clientX - pressedAt.current)}
      onPointerUp={release}
      onPointerCancel={release}
    >
      {snack.type === 'error' ? <CircleAlert /> : snack.type === 'success' ? <CircleCheck /> : null}
      <span className="snackbar-text">{snack.text}</span>
      {snack.way && (
        <Link className="btn snackbar-action" href={snack.way.href} onClick={() => closeSnackbar(snack.id)}>
          {snack.way.label}
        </Link>
      )}
      {[snack.more, snack.action].map(
        (act) =>
          act && (
            <button
              key={act.label}
              type="button"
              className="btn snackbar-action"
              onClick={() => {
                closeSnackbar(snack.id);
                act.run();
              }}
            >
              {act.label}
            </button>
          ),
      )}
      <IconButton label={t('app.close')} icon={<X />} onClick={() => closeSnackbar(snack.id)} />
    </div>
  );
}
