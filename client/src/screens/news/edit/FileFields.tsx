import { MAX_ATTACHMENTS, NEWS_ALT, NEWS_FILES, type NewsFile, type NewsFileKind } from '@fundus/contract/news/news';
import { ImageUp, Paperclip, X } from 'lucide-react';
import { useId, useState } from 'react';
import { formatBytes } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/Field.tsx';
import { FileButton } from '../../../ui/fields/FileButton.tsx';
import { FileSign, kindOf } from '../Article.tsx';
import type { UploadFile } from './edit-values.ts';
import { acceptOf } from '../problems.ts';
import { FieldProblem } from '../../../ui/fields/FieldProblem.tsx';
import '../../../ui/list.css';
import './edit-news.css';

/** Uploads one file at a time and returns the reason if a file is rejected. */
function useFileUpload(bring: UploadFile, kind: NewsFileKind, onBrought: (file: NewsFile) => void) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (file: File) => {
    setBusy(true);
    setProblem(null);
    const answer = await bring(kind, file);
    setBusy(false);
    if (typeof answer === 'string') setProblem(answer);
    else onBrought(answer);
  };
  return { busy, problem, take };
}

type CoverProps = {
  bring: UploadFile;
  cover: NewsFile | null;
  alt: string;
  /** Language of the image description. */
  language: string;
  error: string | null;
  altError: string | null;
  onCover: (cover: NewsFile | null) => void;
  onAlt: (alt: string) => void;
};

/** Fields for the cover image and its description. */
export function CoverField({ bring, cover, alt, language, error, altError, onCover, onAlt }: CoverProps) {
  const { t, locale } = useT();
  const hint = useId();
  const { busy, problem, take } = useFileUpload(bring, 'picture', onCover);
  return (
    <fieldset className="news-section" aria-describedby={hint}>
      <legend>{t('news.cover')}</legend>
      {cover && (
        <img className="news-edit-cover" src={cover.href} alt="" width={cover.width ?? undefined} height={cover.height ?? undefined} />
      )}
      <div className="news-file-does">
        <FileButton accept={acceptOf('picture')} icon={<ImageUp />} disabled={busy} onFile={(file) => void take(file)}>
          {t(busy ? 'news.file.busy' : cover ? 'news.cover.other' : 'news.cover.choose')}
        </FileButton>
        {cover && (
          <Button icon={<X />} onClick={() => onCover(null)}>
            {t('news.cover.remove')}
          </Button>
        )}
      </div>
      <p className="small-print" id={hint}>
        {t('news.picture.hint', { size: formatBytes(NEWS_FILES.picture.bytes, locale) })}
      </p>
      <FieldProblem>{problem ?? error}</FieldProblem>
      {cover && (
        <TextField
          label={t('editor.picture.alt')}
          hint={t('editor.picture.alt.hint')}
          value={alt}
          lang={language}
          maxLength={NEWS_ALT}
          required
          error={altError}
          onChange={(event) => onAlt(event.target.value)}
        />
      )}
    </fieldset>
  );
}

type AttachmentsProps = {
  bring: UploadFile;
  files: readonly NewsFile[];
  error: string | null;
  onBrought: (file: NewsFile) => void;
  onRemove: (file: NewsFile) => void;
};

/** Field for the attachments of an article. */
export function AttachmentsField({ bring, files, error, onBrought, onRemove }: AttachmentsProps) {
  const { t, locale } = useT();
  const hint = useId();
  const { busy, problem, take } = useFileUpload(bring, 'attachment', onBrought);
  const full = files.length >= MAX_ATTACHMENTS;
  return (
    <fieldset className="news-section" aria-describedby={hint}>
      <legend>{t('news.attachments')}</legend>
      {files.length > 0 && (
        <ul className="lines list-rows news-edit-files">
          {files.map((file) => (
            <li key={file.file}>
              <FileSign mime={file.mime} />
              <span>
                <a href={file.href} target="_blank" rel="noreferrer">
                  {file.name}
                </a>
                <span className="small-print">
                  {t(kindOf(file))} · {formatBytes(file.bytes, locale)}
                </span>
              </span>
              <IconButton label={t('news.attachments.remove', { name: file.name })} icon={<X />} onClick={() => onRemove(file)} />
            </li>
          ))}
        </ul>
      )}
      <div className="news-file-does">
        <FileButton accept={acceptOf('attachment')} icon={<Paperclip />} disabled={busy || full} onFile={(file) => void take(file)}>
          {t(busy ? 'news.file.busy' : 'news.attachments.add')}
        </FileButton>
      </div>
      <p className="small-print" id={hint}>
        {t('news.attachments.hint', { most: MAX_ATTACHMENTS, size: formatBytes(NEWS_FILES.attachment.bytes, locale) })}
      </p>
      <FieldProblem>{problem ?? error}</FieldProblem>
    </fieldset>
  );
}
