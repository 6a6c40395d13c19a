import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { pathOf, useRouter } from './router.tsx';

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string };

/** Link inside the portal, which is followed without reloading the page. Other URLs are ordinary links. */
export function Link({ href, children, onClick, ...rest }: Props) {
  const router = useRouter();
  const inside = href.startsWith('/') && !href.startsWith('//') && !href.startsWith('/api/') && !href.startsWith('/content/');
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!inside || event.defaultPrevented || isForTheBrowser(event)) return;
    event.preventDefault();
    // A link to the current URL does not add a history entry.
    router.go(href, { replace: pathOf(new URL(href, location.href)) === pathOf(router.place()) });
  };
  return (
    <a href={href} onClick={follow} {...rest}>
      {children}
    </a>
  );
}

/** Returns whether the browser must handle a click, because it opens a new tab or window or downloads a file. */
const isForTheBrowser = ({
  button,
  metaKey,
  altKey,
  ctrlKey,
  shiftKey,
  currentTarget: { target },
}: MouseEvent<HTMLAnchorElement>): boolean =>
  button !== 0 || metaKey || altKey || ctrlKey || shiftKey || (target !== '' && target !== '_self');
