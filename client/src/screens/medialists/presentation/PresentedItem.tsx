import type { LinkedItem } from '@fundus/contract/medialists/links';
import { CloudOff, ExternalLink, Lock } from 'lucide-react';
import { useT } from '../../../i18n/translate.ts';
import type { Playback } from '../../../player/playback/playback.ts';
import { PlayedMedium } from '../../../player/viewers/PlayedMedium.tsx';
import { ViewerLoading } from '../../../player/viewers/ViewerState.tsx';
import type { Loading } from './load-ahead.ts';
import type { ShownMedium } from './shown.ts';
import '../../../ui/button.css';
import './presentation.css';

type Props = {
  item: LinkedItem;
  /** Medium of the item, or `undefined` while it is loading and for items without a medium. */
  medium: ShownMedium | undefined;
  loading: Loading | undefined;
  onPlayback: (playback: Playback | null) => void;
};

/** Shows an item in full screen together with its task. */
export function PresentedItem(props: Props) {
  const { t } = useT();
  const { item } = props;
  return (
    <>
      <div className="present-item" data-wall>
        <Content {...props} />
      </div>
      {item.note_learner && (
        <p className="present-task">
          <strong>{t('list.note.task')}</strong> {item.note_learner}
        </p>
      )}
    </>
  );
}

function Content({ item, medium, loading, onPlayback }: Props) {
  const { t } = useT();
  if (item.kind === 'heading') return <h2 className="present-heading">{item.title}</h2>;
  if (item.kind === 'text') return <p className="present-text">{item.body}</p>;
  if (item.kind === 'external')
    return (
      <div className="present-words">
        <h2>{item.title}</h2>
        <a className="btn btn-primary" href={item.url!} target="_blank" rel="noopener noreferrer">
          <ExternalLink />
          {t('player.link.open', { host: new URL(item.url!).hostname.replace(/^www\./, '') })}
          <span className="sr">({t('player.link.newTab')})</span>
        </a>
      </div>
    );
  if (!item.available)
    return (
      <div className="present-words">
        <Lock aria-hidden="true" />
        <h2>{item.title}</h2>
        <p>{t('list.linked.unavailable.hint')}</p>
      </div>
    );
  if (medium)
    return (
      <PlayedMedium
        item={item}
        medium={medium}
        nothing={<p className="present-words">{t('list.present.nothing')}</p>}
        onPlayback={onPlayback}
      />
    );
  if (loading?.state === 'needs')
    return (
      <div className="present-words">
        <CloudOff aria-hidden="true" />
        <h2>{item.title}</h2>
        <p>{t('list.present.notLoaded')}</p>
      </div>
    );
  return <ViewerLoading />;
}
