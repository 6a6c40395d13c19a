import type { NewsDraft } from '@fundus/contract/news/news';
import { Archive, ArchiveRestore, MessageSquareText, Send, Trash2, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { Note } from '../../ui/Note.tsx';
import './edit-news.css';
import '../../components/lists/row-state.css';
import { berlinMoment } from './berlin-time.ts';
import type { Step } from './StepDialog.tsx';

type Props = {
  /** Null: something new. */
  draft: NewsDraft | null;
  can: Pick<NewsDraft['can'], 'submit' | 'publish' | 'send_back' | 'archive' | 'restore' | 'delete'>;
  busy: boolean;
  onStep: (step: Step) => void;
};

/** Where news stand, what was said about them, and what may be done next. */
export function StateLine({ draft, can, busy, onStep }: Props) {
  const { t, locale } = useT();
  const state = draft?.state ?? 'draft';
  const when =
    draft && (state === 'scheduled' || state === 'published') && draft.display_at
      ? t(state === 'scheduled' ? 'news.scheduled.at' : 'news.published.at', { date: berlinMoment(draft.display_at, locale) })
      : draft && t('news.changed', { date: berlinMoment(draft.changed_at, locale) });
  const action = (step: Step, icon: ReactNode, main = false) => (
    <Button variant={main ? 'primary' : 'line'} icon={icon} disabled={busy} onClick={() => onStep(step)}>
      {t(`news.step.${step}`)}
    </Button>
  );
  return (
    <section className="news-state" aria-label={t('news.state')}>
      <div>
        <strong className={`row-state row-state-${state}`}>{t(draft ? `news.state.${state}` : 'news.state.new')}</strong>
        {when && <span className="quiet small">{when}</span>}
      </div>
      <div className="news-state-does">
        {can.delete && action('remove', <Trash2 />)}
        {can.archive && action('archive', <Archive />)}
        {can.restore && action('restore', <ArchiveRestore />)}
        {can.send_back && action('send_back', <Undo2 />)}
        {can.submit && action('submit', <Send />, !can.publish)}
        {can.publish && action('publish', <Send />, true)}
      </div>
      {draft?.comment && (
        <Note className="news-comment">
          <MessageSquareText />
          <span>
            <strong>{t('news.comment.said')}</strong> {draft.comment}
          </span>
        </Note>
      )}
    </section>
  );
}
