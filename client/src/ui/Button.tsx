import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from 'react';
import './button.css';
import { Link } from './Link.tsx';

type Look = {
  /** Use `primary` once per view, `line` for actions next to it, and `quiet` for all others. */
  variant?: 'primary' | 'line' | 'quiet';
  icon?: ReactNode;
  wide?: boolean;
  /** Allows the label to wrap. */
  wrap?: boolean;
  /** Aligns the label of a quiet button with the text above it. `phone` does so only on phones. */
  flush?: boolean | 'phone';
  children: ReactNode;
};

const classes = ({ variant = 'quiet', wide, wrap, flush }: Omit<Look, 'icon' | 'children'>, more = ''): string =>
  [
    'btn',
    variant === 'quiet' ? flush && `btn-flush${flush === 'phone' ? '-phone' : ''}` : `btn-${variant}`,
    wide && 'btn-wide',
    wrap && 'btn-wrap',
    more,
  ]
    .filter(Boolean)
    .join(' ');

export function Button({ variant, icon, wide, wrap, flush, children, className, ...rest }: Look & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type="button" {...rest} className={classes({ variant, wide, wrap, flush }, className)}>
      {icon}
      {children}
    </button>
  );
}

export function ButtonLink({
  variant,
  icon,
  wide,
  wrap,
  flush,
  children,
  className,
  ...rest
}: Look & AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  return (
    <Link {...rest} className={classes({ variant, wide, wrap, flush }, className)}>
      {icon}
      {children}
    </Link>
  );
}

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'children'> & {
  /** Accessible name and tooltip. */
  label: string;
  icon: ReactNode;
  /** True if the toggle button is pressed. */
  pressed?: boolean;
};

export function IconButton({ label, icon, pressed, className = 'btn btn-icon', ...rest }: IconButtonProps) {
  return (
    <button type="button" title={label} {...rest} aria-label={label} aria-pressed={pressed} className={className}>
      {icon}
    </button>
  );
}
