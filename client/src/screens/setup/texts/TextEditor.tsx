import { AppError } from '@fundus/contract/errors';
import {
  areaOf,
  checkText,
  isLong,
  MAIL_AREA,
  TEXT_LENGTH,
  type LanguageInfo,
  type TextProblem,
  type TextRow,
} from '@fundus/contract/setup/texts';
import { useId, useState } from 'react';
import { useT, type Translate } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { loadLater } from '../../../ui/load-later.tsx';
import type { Texts } from './use-texts.ts';
import '../../../ui/fields/field.css';
import '../setup.css';
import './translation-screen.css';

const MailPreview = loadLater(async () => (await import('./MailPreview.tsx')).MailPreview);

/** Returns whether a text belongs to a mail. The test mail does not count. */
const isOfMail = ({ key, state }: TextRow): boolean => areaOf(key) === MAIL_AREA && !key.startsWith('mail.test.') && state !== 'unused';

type Props = {
  row: TextRow;
  language: LanguageInfo;
  save: Texts['save'];
  reload: Texts['reload'];
  onClose: () => void;
};

type Conflict = { mine: string | null; theirs: string | null; version: number; by: string | null };

/** Returns the message that explains why a text is rejected. */
export const problemText = (t: Translate, { code, name = '' }: { code: string; name?: string }): string =>
  t(`texts.problem.${code as TextProblem['code']}`, { name: code.startsWith('placeholder') ? `{{${name}}}` : name, most: TEXT_LENGTH });

/** Edits one text. Enter saves and Escape cancels. After a concurrent change, both versions are shown. */
export function TextEditor({ row, language, save, reload, onClose }: Props) {
  const { t } = useT();
  const [typed, setTyped] = useState(row.own ?? (row.state === 'missing' ? '' : row.base));
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const id = useId();

  const write = async (given: string | null, version: number) => {
    const text = given === row.base && row.state !== 'missing' && row.state !== 'outdated' ? null : given;
    setBusy(true);
    setRefused(null);
    try {
      await save(row.key, text?.trim() ? text : null, version);
      onClose();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { details } = error;
      if (error.code === 'version_conflict')
        setConflict({
          mine: text,
          theirs: (details?.theirs as string | null) ?? null,
          version: Number(details?.version ?? 0),
          by: (details?.changed_by as string | null) ?? null,
        });
      else setRefused(t(`error.${error.code}`, { name: String(details?.name ?? '') }));
    } finally {
      setBusy(false);
    }
  };

  const problem = typed.trim() ? checkText(row.key, row.base, typed) : null;
  const wrong = problem ? problemText(t, problem) : refused;
  const long = !problem && isLong(row.base, typed);
  return (
    <div className="text-edit">
      <textarea
        aria-label={t('texts.own.named', { key: row.key })}
        aria-describedby={`${id}-note`}
        aria-invalid={wrong ? true : undefined}
        lang={language.code}
        dir={language.dir}
        rows={Math.min(8, Math.max(2, Math.ceil(typed.length / 48)))}
        value={typed}
        // The person has just asked for this field.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onChange={(event) => {
          setTyped(event.target.value);
          setRefused(null);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault();
            onClose();
          }
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
            event.preventDefault();
            if (!problem && !busy) void write(typed, row.version);
          }
        }}
      />
      <div id={`${id}-note`} role="status">
        {wrong && <p className="field-error">{wrong}</p>}
        {long && <p className="text-long">{t('texts.long')}</p>}
      </div>
      {conflict && (
        <FormProblem>
          <p>{conflict.by ? t('texts.conflict.by', { name: conflict.by }) : t('texts.conflict')}</p>
          <blockquote lang={language.code} dir={language.dir}>
            {conflict.theirs ?? t('texts.conflict.none')}
          </blockquote>
          <div className="setup-actions">
            <Button
              variant="line"
              onClick={() => {
                void reload();
                onClose();
              }}
            >
              {t('texts.conflict.theirs')}
            </Button>
            <Button variant="line" onClick={() => void write(conflict.mine, conflict.version)}>
              {t('texts.conflict.mine')}
            </Button>
          </div>
        </FormProblem>
      )}
      <div className="setup-actions">
        <Button variant="primary" disabled={busy || problem !== null} onClick={() => void write(typed, row.version)}>
          {t('texts.save')}
        </Button>
        <Button onClick={onClose}>{t('app.cancel')}</Button>
      </div>
      {isOfMail(row) && wrong && <p className="small-print">{t('texts.preview.waits')}</p>}
      {isOfMail(row) && !wrong && <MailPreview textKey={row.key} typed={typed} language={language} />}
    </div>
  );
}
