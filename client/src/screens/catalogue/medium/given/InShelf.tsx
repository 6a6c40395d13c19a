import type { ReactNode } from 'react';
import type { ScreenProps } from '../../../../components/page/screen.ts';
import type { Neighbours } from '../../../../stores/trail.ts';
import { useListTrail } from './use-list-trail.ts';

type Props = ScreenProps<'media'> & { children: (listed: Neighbours | null) => ReactNode };

/** A medium of a list the person keeps: bookmarks, or what was opened last. */
export function InShelf({ params: { id, list }, children }: Props) {
  return children(useListTrail(list, id));
}
