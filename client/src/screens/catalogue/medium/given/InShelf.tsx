import type { ReactNode } from 'react';
import type { ScreenProps } from '../../../../components/page/screen.ts';
import type { Neighbours } from '../../../../stores/trail.ts';
import { useListTrail } from './use-list-trail.ts';

type Props = ScreenProps<'media'> & { children: (listed: Neighbours | null) => ReactNode };

/** Shows a medium within a personal list: bookmarks or history. */
export function InShelf({ params: { id, list }, children }: Props) {
  return children(useListTrail(list, id));
}
