/** Stores in this browser whether results are shown as cards or as a list. */
import { useState } from 'react';
import type { MediaView } from '../../../components/media/MediaSkeleton.tsx';

const KEY = 'resultView';

export function useResultView(): [MediaView, (view: MediaView) => void] {
  const [view, setView] = useState<MediaView>(() => (localStorage.getItem(KEY) === 'list' ? 'list' : 'grid'));
  return [
    view,
    (next) => {
      localStorage.setItem(KEY, next);
      setView(next);
    },
  ];
}
