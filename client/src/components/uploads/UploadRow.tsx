import { CircleAlert, RotateCcw, X } from 'lucide-react';
import { formatBytes } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { IconButton } from '../../ui/Button.tsx';
import { isNotice, problemText } from './upload-problem.ts';
import { UploadQuestion, type UploadAnswer } from './UploadQuestion.tsx';
import type { Row } from './use-uploads.ts';
import '../../ui/fields/field.css';
import './uploads.css';

type RowProps = { row: Row; onRetry?: () => void; onAnswer?: (answer: UploadAnswer) => void; onGiveUp: () => void };

/** Shows the progress of an upload, its question, or its problem. */
export function UploadRow({ row, onRetry, onAnswer, onGiveUp }: RowProps) {
  const { t, locale } = useT();
  const { name, bytes, received, state, problem, upload } = row;
  const converted = upload?.converted ?? 0;
  const share = state === 'converting' ? converted : bytes ? Math.floor((100 * received) / bytes) : 0;
  const ended = state === 'refused' || state === 'failed';
  return (
    <li>
      <div className="upload-row">
        <p className="upload-name">{name}</p>
        {state === 'asking' && upload && onAnswer ? (
          <UploadQuestion key={JSON.stringify(upload.problem)} upload={upload} onAnswer={onAnswer} />
        ) : ended ? (
          <p className={isNotice(problem) ? 'upload-note' : 'field-error'} role="alert">
            <CircleAlert className="i-16" />
            {problemText(problem, name, t, locale)}
          </p>
        ) : (
          <>
            <progress
              aria-label={t(state === 'converting' ? 'upload.convert.progress' : 'upload.progress', { name })}
              max={100}
              value={state === 'checking' ? undefined : share}
            />
            <p className="small-print num">
              {state === 'checking'
                ? t('upload.checking')
                : state === 'converting'
                  ? t('upload.converting', { share })
                  : state === 'waiting'
                    ? t('upload.waiting')
                    : t('upload.sent', { done: formatBytes(received, locale), all: formatBytes(bytes, locale), share })}
            </p>
          </>
        )}
      </div>
      {state === 'failed' && onRetry && <IconButton label={t('upload.retry', { name })} icon={<RotateCcw />} onClick={onRetry} />}
      {state !== 'checking' && (
        <IconButton label={t(ended ? 'upload.dismiss' : 'upload.cancel', { name })} icon={<X />} onClick={onGiveUp} />
      )}
    </li>
  );
}
