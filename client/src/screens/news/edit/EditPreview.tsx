import type { NewsDraft } from '@fundus/contract/news/news';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { Article } from '../Article.tsx';
import { previewOf, speakerOf, type EditValues } from './edit-values.ts';
import './edit-news.css';

type Props = {
  values: EditValues;
  language: string;
  /** Returns the name of a category. */
  label: (slug: string) => string;
  /** Stored draft, or `null` for a new article. */
  draft: Pick<NewsDraft, 'from' | 'created_at'> | null;
};

/** Shows a preview of the article that is being edited. */
export function EditPreview({ values, language, label, draft }: Props) {
  const { t } = useT();
  const { user } = useSession();
  const speaker = speakerOf(values.audience);
  const from = draft?.from ?? ((user && speaker === 'school' && user.schulname) || t(`news.speaker.${speaker}`));
  const now = draft?.created_at ?? new Date().toISOString();
  return (
    <div className="news-preview">
      <Article news={previewOf(values, { language, label, from, now })} heading={(words) => <h2>{words || t('news.untitled')}</h2>} />
    </div>
  );
}
