import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import type { ReactNode } from 'react';
import { formatDuration } from '../../../i18n/format.ts';
import './small-cover.css';

type Props = {
  /** The medium, or `null` if it no longer exists. The space for the cover then stays empty. */
  item: Pick<MediaItem, 'cover' | 'duration'> | null;
  /** True to show the duration. */
  length?: boolean;
  children?: ReactNode;
};

/** Shows the cover of a medium in a list row. */
export function SmallCover({ item, length = false, children }: Props) {
  return (
    <span className="small-cover" aria-hidden={item ? undefined : true}>
      {item && <img src={item.cover} alt="" width="160" height="90" loading="lazy" />}
      {item?.duration && length ? <span className="small-cover-length">{formatDuration(item.duration)}</span> : null}
      {children}
    </span>
  );
}
