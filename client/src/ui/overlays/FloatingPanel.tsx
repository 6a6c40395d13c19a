import { useEffect, useLayoutEffect, useRef, type HTMLAttributes, type ReactNode, type RefObject } from 'react';
import './floating.css';

type Props = Omit<HTMLAttributes<HTMLDivElement>, 'popover'> & {
  /** Control to which the panel belongs. */
  anchor: RefObject<HTMLElement | null>;
  onClose: (reason: 'escape' | 'outside') => void;
  /** Called once the panel is open and can receive the focus. */
  onShown?: () => void;
  align?: 'start' | 'end';
  /** True to make the panel at least as wide as its anchor. */
  wide?: boolean;
  children: ReactNode;
};

const GAP = 6;
const EDGE = 8;

/**
 * Panel in the top layer next to a control, for menus, filters or suggestions. It opens on the side with more space. It closes on Escape, on a click
 * outside, or when the focus leaves.
 */
export function FloatingPanel({ anchor, onClose, onShown, align = 'start', wide = false, className = '', children, ...rest }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  const shown = useRef(onShown);
  useEffect(() => {
    close.current = onClose;
  });

  useLayoutEffect(() => {
    const panel = ref.current!;
    const control = anchor.current;
    panel.showPopover();
    if (!control) return;
    const keep = () => {
      const box = control.getBoundingClientRect();
      if (wide) panel.style.width = `${box.width}px`;
      placePanel(panel, box, align);
    };
    keep();
    shown.current?.();
    const resized = new ResizeObserver(keep);
    resized.observe(panel);
    addEventListener('resize', keep);
    addEventListener('scroll', keep, { capture: true, passive: true });
    return () => {
      resized.disconnect();
      removeEventListener('resize', keep);
      removeEventListener('scroll', keep, { capture: true });
    };
  }, [anchor, align, wide]);

  useEffect(() => {
    const inside = (target: EventTarget | null) =>
      target instanceof Node && (ref.current?.contains(target) || anchor.current?.contains(target));
    const onPress = (event: Event) => !inside(event.target) && close.current('outside');
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      close.current('escape');
    };
    document.addEventListener('pointerdown', onPress, true);
    document.addEventListener('focusin', onPress);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPress, true);
      document.removeEventListener('focusin', onPress);
      document.removeEventListener('keydown', onKey);
    };
  }, [anchor]);

  return (
    // Must be focusable. Otherwise a click on its text would move the focus to the page and close the panel.
    <div tabIndex={-1} {...rest} ref={ref} popover="manual" className={`floating ${className}`}>
      {children}
    </div>
  );
}

function placePanel(panel: HTMLElement, control: DOMRect, align: 'start' | 'end'): void {
  const below = innerHeight - control.bottom - GAP - EDGE;
  const above = control.top - GAP - EDGE;
  panel.style.maxHeight = '';
  const wanted = panel.offsetHeight;
  const up = wanted > below && above > below;
  panel.style.maxHeight = `${Math.max(160, up ? above : below)}px`;
  const height = panel.offsetHeight;
  const fromLeft = (align === 'start') === (getComputedStyle(panel).direction !== 'rtl');
  const left = fromLeft ? control.left : control.right - panel.offsetWidth;
  panel.style.left = `${Math.max(EDGE, Math.min(left, document.documentElement.clientWidth - panel.offsetWidth - EDGE))}px`;
  panel.style.top = `${up ? control.top - GAP - height : control.bottom + GAP}px`;
}
