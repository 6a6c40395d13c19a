import type { News, NewsFile } from '@fundus/contract/news/news';
import { languageOf } from '@fundus/contract/locale';
import { CalendarX2, FileText, Image as ImageIcon, Paperclip } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { NewsFacts } from '../../components/news/NewsFacts.tsx';
import { RichText } from '../../components/rich-text/RichText.tsx';
import { formatBytes, formatDate, languageName } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { Note } from '../../ui/Note.tsx';
import './article.css';

type ArticleText = Pick<
  News,
  | 'language'
  | 'title'
  | 'teaser'
  | 'body'
  | 'cover'
  | 'category'
  | 'from'
  | 'display_at'
  | 'updated_at'
  | 'pinned'
  | 'unread'
  | 'state'
  | 'attachments'
>;

type Props = {
  news: ArticleText;
  /** Renders the title, which can be the heading of the page. */
  heading: (words: string) => ReactNode;
};

/** Shows a news article as readers see it. */
export function Article({ news, heading }: Props) {
  const { t, locale } = useT();
  const files = useId();
  const { language, title, teaser, body, cover, state, updated_at, attachments } = news;
  const foreign = languageOf(language) !== languageOf(locale);
  return (
    <article className="article" data-print-links>
      <header className="article-head">
        <div lang={foreign ? language : undefined}>{heading(title)}</div>
        <NewsFacts news={news} signs={false} />
        {updated_at && <p className="article-updated">{t('news.updated.on', { date: formatDate(updated_at, 'berlin', locale) })}</p>}
        {state === 'expired' && (
          <Note className="article-over">
            <CalendarX2 />
            {t('news.expired.text')}
          </Note>
        )}
        {foreign && <p className="small-print">{t('news.language', { language: languageName(language, locale) })}</p>}
        {teaser && (
          <p className="article-teaser" lang={foreign ? language : undefined}>
            {teaser}
          </p>
        )}
      </header>
      {cover && (
        <img
          className="article-cover"
          src={cover.href}
          alt={cover.alt}
          lang={foreign ? language : undefined}
          width={cover.width}
          height={cover.height}
          fetchPriority="high"
        />
      )}
      {body && <RichText html={body} pictures {...(foreign && { language })} />}
      {attachments.length > 0 && (
        <section className="article-files" aria-labelledby={files}>
          <h2 id={files}>
            <Paperclip />
            {t('news.attachments')}
          </h2>
          <ul className="lines">
            {attachments.map((file) => (
              <li key={file.file}>
                <a href={file.href} download={file.name}>
                  <FileSign mime={file.mime} />
                  <span>{file.name}</span>
                  <span className="small-print">
                    {t(kindOf(file))} · {formatBytes(file.bytes, locale)}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </article>
  );
}

export const FileSign = ({ mime }: { mime: string }) => (mime.startsWith('image/') ? <ImageIcon /> : <FileText />);

const KINDS = {
  'application/pdf': 'news.file.pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'news.file.docx',
  'application/vnd.oasis.opendocument.text': 'news.file.odt',
  'image/png': 'news.file.picture',
  'image/jpeg': 'news.file.picture',
  'image/webp': 'news.file.picture',
} as const;

/** Returns the text key for the type of a file. */
export const kindOf = ({ mime }: Pick<NewsFile, 'mime'>) => KINDS[mime as keyof typeof KINDS] ?? 'news.file.other';
