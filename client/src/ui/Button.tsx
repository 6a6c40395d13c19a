import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from 'react';
import './button.css';
import { Link } from './Link.tsx';

type Look = {
  /** `primary` once per view, `line` for what stands beside it, `quiet` for the rest. */
  variant?: 'primary' | 'line' | 'quiet';
  icon?: ReactNode;
  wide?: boolean;
  /** Its words are a sentence and may take several lines. */
  wrap?: boolean;
  /** A quiet one whose words line up with the text above; `phone`: where it comes under that on a phone. */
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
  /** What the button does, in words. */
  label: string;
  icon: ReactNode;
  /** For a button that is on or off. */
  pressed?: boolean;
};

export function IconButton({ label, icon, pressed, className = 'btn btn-icon', ...rest }: IconButtonProps) {
  return (
    <button type="button" title={label} {...rest} aria-label={label} aria-pressed={pressed} className={className}>
      {icon}
    </button>
  );
}
