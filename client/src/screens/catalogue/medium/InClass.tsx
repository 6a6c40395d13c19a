import type { ReactNode } from 'react';
import type { ScreenProps } from '../../../components/page/screen.ts';
import { useGiven, type Given } from './use-given.ts';

type Props = ScreenProps<'class-media-detail'> & { children: (given: Given) => ReactNode };

/** A medium inside a class. */
export function InClass({ params: { id, mediaId }, search, children }: Props) {
  return children(useGiven(id, mediaId, new URLSearchParams(search).get('excerpt')));
}
