import { AppError } from '@fundus/contract/errors';
import type { LanguageInfo, TextRow } from '@fundus/contract/setup/texts';
import { Pencil, RotateCcw } from 'lucide-react';
import { useRef, useState } from 'react';
import { useT } from '../../i18n/translate.ts';
import { IconButton } from '../../ui/Button.tsx';
import { formatMoment } from './moment.ts';
import { TextEditor } from './TextEditor.tsx';
import { isDraft } from './text-view.ts';
import type { Texts } from './use-texts.ts';
import '../../ui/button.css';
import '../../ui/field.css';
import './translation-screen.css';

type Props = {
  row: TextRow;
  language: LanguageInfo;
  editing: boolean;
  onEdit: (key: string | null) => void;
  save: Texts['save'];
  reload: Texts['reload'];
};

/** One text: key, default, own words, state. */
export function TextLine({ row, language, editing, onEdit, save, reload }: Props) {
  const { t, locale } = useT();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const edit = useRef<HTMLButtonElement>(null);

  const close = () => {
    onEdit(null);
    requestAnimationFrame(() => edit.current?.focus());
  };
  const takeBack = async () => {
    setBusy(true);
    setRefused(null);
    try {
      await save(row.key, null, row.version);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      setRefused(t(`error.${error.code}`, { name: '' }));
      if (error.code === 'version_conflict') void reload();
    } finally {
      setBusy(false);
    }
  };

  return (
    <tr className={editing ? 'text-line text-line-open' : 'text-line'}>
      <th scope="row">
        <code>{row.key}</code>
        {row.changed_at && (
          <span className="small-print">{[row.changed_by, formatMoment(row.changed_at, locale)].filter(Boolean).join(' · ')}</span>
        )}
      </th>
      <td lang={language.has_texts ? language.code : 'en'} dir={language.has_texts ? language.dir : 'ltr'} data-label={t('texts.default')}>
        {row.base}
      </td>
      <td data-label={t('texts.own')}>
        {editing ? (
          <TextEditor row={row} language={language} save={save} reload={reload} onClose={close} />
        ) : (
          <div className="text-own">
            <span lang={language.code} dir={language.dir}>
              {row.own}
            </span>
            <span className="text-does">
              {row.state !== 'unused' && (
                <button
                  ref={edit}
                  type="button"
                  className="btn btn-icon"
                  title={t('texts.edit')}
                  aria-label={t('texts.edit.named', { key: row.key })}
                  onClick={() => onEdit(row.key)}
                >
                  <Pencil />
                </button>
              )}
              {row.own !== null && (
                <IconButton
                  label={t('texts.take.back', { key: row.key })}
                  icon={<RotateCcw />}
                  disabled={busy}
                  onClick={() => void takeBack()}
                />
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
