import type { AnchorHTMLAttributes } from 'react';
import { Link as RouterLink } from 'react-router';

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string };

/** A link inside the portal (`href()` of the contract) without loading the page anew; other addresses are ordinary links. */
export function Link({ href, ...rest }: Props) {
  return href.startsWith('/') && !href.startsWith('/api/') ? <RouterLink to={href} {...rest} /> : <a href={href} {...rest} />;
}
