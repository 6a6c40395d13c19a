import type { AnchorHTMLAttributes } from 'react';
import { Link as RouterLink } from 'react-router';

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string };

/** A link inside the portal (`href()` of the contract) without loading the page anew; other addresses are ordinary links. */
export function Link({ href, children, ...rest }: Props) {
  const inside = href.startsWith('/') && !href.startsWith('//') && !href.startsWith('/api/') && !href.startsWith('/content/');
  return inside ? (
    <RouterLink to={href} {...rest}>
      {children}
    </RouterLink>
  ) : (
    <a href={href} {...rest}>
      {children}
    </a>
  );
}
