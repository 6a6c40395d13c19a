import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import './epub-viewer.css';

type Props = {
  chapter: number;
  /** Number of chapters in the reading order. Chapters outside of it, such as notes, have higher indexes. */
  count: number;
  onMove: (chapter: number) => void;
  /** Returns to the reading order from a chapter outside of it. */
  onReturn: () => void;
};

/**
 * Shows the position in the reading order with buttons for the previous and next chapter. Outside of the reading order, shows a button that returns
 * to it.
 */
export function EpubFooter({ chapter, count, onMove, onReturn }: Props) {
  const { t } = useT();
  return (
    <div className="epub-foot">
      {chapter < count ? (
        <>
          <Button icon={<ChevronLeft />} disabled={chapter === 0} onClick={() => onMove(chapter - 1)}>
            {t('player.previous')} <span className="sr">{t('player.epub.previous')}</span>
          </Button>
          <span className="small quiet num" aria-live="polite">
            {t('player.epub.section', { at: chapter + 1, count })}
          </span>
          <Button disabled={chapter >= count - 1} onClick={() => onMove(chapter + 1)}>
            {t('player.next')} <span className="sr">{t('player.epub.next')}</span>
            <ChevronRight />
          </Button>
        </>
      ) : (
        <>
          <Button icon={<ChevronLeft />} onClick={onReturn}>
            {t('player.epub.return')}
          </Button>
          <span className="small quiet" aria-live="polite">
            {t('player.epub.aside')}
          </span>
        </>
      )}
    </div>
  );
}
