import { AppError } from '@fundus/contract/errors';
import { checkText, isLong, TEXT_LENGTH, type LanguageInfo, type TextProblem, type TextRow } from '@fundus/contract/texts';
import { Pencil, RotateCcw } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useT, type Translate } from '../../i18n/translate.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { formatMoment } from './moment.ts';
import { isDraft } from './text-view.ts';
import type { Texts } from './use-texts.ts';

type Props = {
  row: TextRow;
  language: LanguageInfo;
  editing: boolean;
  onEdit: (key: string | null) => void;
  save: Texts['save'];
  reload: Texts['reload'];
};

type Conflict = { mine: string | null; theirs: string | null; version: number; by: string | null };

/** Why a text is refused, in words. */
export const problemText = (t: Translate, { code, name = '' }: { code: string; name?: string }): string =>
  t(`texts.problem.${code as TextProblem['code']}`, { name: code.startsWith('placeholder') ? `{{${name}}}` : name, most: TEXT_LENGTH });

/** One text: key, default, own words, state. Enter saves, Escape leaves. */
export function TextLine({ row, language, editing, onEdit, save, reload }: Props) {
  const { t, locale } = useT();
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const edit = useRef<HTMLButtonElement>(null);
  const id = useId();
  const unused = row.state === 'unused';

  const open = () => {
    setTyped(row.own ?? (row.state === 'missing' ? '' : row.base));
    setRefused(null);
    setConflict(null);
    onEdit(row.key);
  };
  const close = () => {
    onEdit(null);
    requestAnimationFrame(() => edit.current?.focus());
  };
  const write = async (given: string | null, version: number) => {
    const text = given === row.base && row.state !== 'missing' && row.state !== 'outdated' ? null : given;
    setBusy(true);
    setRefused(null);
    try {
      await save(row.key, text?.trim() ? text : null, version);
      setConflict(null);
      close();
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

  const problem = editing && typed.trim() ? checkText(row.key, row.base, typed) : null;
  const wrong = problem ? problemText(t, problem) : refused;
  const long = editing && !problem && isLong(row.base, typed);
  const baseLang = language.has_texts ? language.code : 'en';

  return (
    <tr className={editing ? 'text-line text-line-open' : 'text-line'}>
      <th scope="row">
        <code>{row.key}</code>
        {row.changed_at && (
          <span className="small-print">{[row.changed_by, formatMoment(row.changed_at, locale)].filter(Boolean).join(' · ')}</span>
        )}
      </th>
      <td lang={baseLang} dir={language.has_texts ? language.dir : 'ltr'} data-label={t('texts.default')}>
        {row.base}
      </td>
      <td data-label={t('texts.own')}>
        {editing ? (
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
              // eslint-disable-next-line jsx-a11y/no-autofocus
              autoFocus
              onChange={(event) => {
                setTyped(event.target.value);
                setRefused(null);
              }}
              onKeyDown={(event) => {
                if (event.key === 'Escape') {
                  event.preventDefault();
                  close();
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
              <div className="setup-note setup-note-bad" role="alert">
                <p>{conflict.by ? t('texts.conflict.by', { name: conflict.by }) : t('texts.conflict')}</p>
                <blockquote lang={language.code} dir={language.dir}>
                  {conflict.theirs ?? t('texts.conflict.none')}
                </blockquote>
                <div className="setup-actions">
                  <Button
                    variant="line"
                    onClick={() => {
                      void reload();
                      close();
                    }}
                  >
                    {t('texts.conflict.theirs')}
                  </Button>
                  <Button variant="line" onClick={() => void write(conflict.mine, conflict.version)}>
                    {t('texts.conflict.mine')}
                  </Button>
                </div>
              </div>
            )}
            <div className="setup-actions">
              <Button variant="primary" disabled={busy || problem !== null} onClick={() => void write(typed, row.version)}>
                {t('texts.save')}
              </Button>
              <Button onClick={close}>{t('app.cancel')}</Button>
            </div>
          </div>
        ) : (
          <div className="text-own">
            <span lang={language.code} dir={language.dir}>
              {row.own}
            </span>
            <span className="text-does">
              {!unused && (
                <button ref={edit} type="button" className="btn btn-icon" title={t('texts.edit')} aria-label={t('texts.edit.named', { key: row.key })} onClick={open}>
                  <Pencil />
                </button>
              )}
              {row.own !== null && (
                <IconButton label={t('texts.take.back', { key: row.key })} icon={<RotateCcw />} disabled={busy} onClick={() => void write(null, row.version)} />
              )}
            </span>
          </div>
        )}
        {!editing && refused && <p className="field-error">{refused}</p>}
      </td>
      <td>
        <span className={`text-state text-state-${row.state}`}>{t(`texts.state.${row.state}`)}</span>
        {isDraft(row) && <span className="text-state text-state-draft">{t('texts.state.draft')}</span>}
      </td>
    </tr>
  );
}
