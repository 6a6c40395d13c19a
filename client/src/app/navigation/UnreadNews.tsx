import { useUnreadNews } from '../../components/news/use-unread-news.ts';
import { useT } from '../../i18n/translate.ts';
import './navigation-bar.css';

/** Shows a dot with a text alternative while there is unread news. */
export function UnreadNews() {
  const { t } = useT();
  const count = useUnreadNews();
  if (!count) return null;
  return (
    <>
      <span className="nav-dot" aria-hidden="true" />
      <span className="sr">{t('news.unread', { count })}</span>
    </>
  );
}
