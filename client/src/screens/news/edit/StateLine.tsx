import type { NewsDraft } from '@fundus/contract/news/news';
import { MessageSquareText } from 'lucide-react';
import { useT } from '../../../i18n/translate.ts';
import { Note } from '../../../ui/Note.tsx';
import './edit-news.css';
import '../../../components/lists/row-state.css';
import { berlinMoment } from '../../../i18n/berlin-time.ts';

/** Shows the state of an article and the reviewer's comment. `draft` is `null` for a new article. */
export function StateLine({ draft }: { draft: NewsDraft | null }) {
  const { t, locale } = useT();
  const state = draft?.state ?? 'draft';
  const when =
    draft && (state === 'scheduled' || state === 'published') && draft.display_at
      ? t(state === 'scheduled' ? 'news.scheduled.at' : 'news.published.at', { date: berlinMoment(draft.display_at, locale) })
      : draft && t('news.changed', { date: berlinMoment(draft.changed_at, locale) });
  return (
    <section className="news-state" aria-label={t('news.state')}>
      <strong className={`row-state row-state-${state}`}>{t(draft ? `news.state.${state}` : 'news.state.new')}</strong>
      {when && <span className="quiet small">{when}</span>}
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
