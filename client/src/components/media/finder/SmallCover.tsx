import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import type { ReactNode } from 'react';
import { formatDuration } from '../../../i18n/format.ts';
import './small-cover.css';

type Props = {
  /** Null where the medium is gone: the place stays empty. */
  item: Pick<MediaItem, 'cover' | 'duration'> | null;
  /** With how long it takes. */
  length?: boolean;
  children?: ReactNode;
};

/** The cover of a medium in a line of a list. */
export function SmallCover({ item, length = false, children }: Props) {
  return (
    <span className="small-cover" aria-hidden={item ? undefined : true}>
      {item && <img src={item.cover} alt="" width="160" height="90" loading="lazy" />}
      {item?.duration && length ? <span className="small-cover-length">{formatDuration(item.duration)}</span> : null}
      {children}
    </span>
  );
}
