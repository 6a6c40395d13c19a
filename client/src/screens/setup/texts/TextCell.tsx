import { AppError } from '@fundus/contract/errors';
import type { LanguageInfo, TextRow } from '@fundus/contract/setup/texts';
import { Pencil, RotateCcw } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { useT } from '../../../i18n/translate.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { TextEditor } from './TextEditor.tsx';
import { isDraft } from './text-view.ts';
import type { Texts } from './use-texts.ts';
import '../../../ui/button.css';
import '../../../ui/fields/field.css';
import './translation-screen.css';

type Props = {
  row: TextRow;
  language: LanguageInfo;
  /** Name of the text in button labels: its key, followed by the language if two languages are shown. */
  name: string;
  editing: boolean;
  onEdit: (editing: boolean) => void;
  save: Texts['save'];
  reload: Texts['reload'];
  /** Text to show while it is not being edited. */
  children: ReactNode;
};

/** Shows a text, which can be edited in place or reset to the default. */
export function TextCell({ row, language, name, editing, onEdit, save, reload, children }: Props) {
  const { t } = useT();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const edit = useRef<HTMLButtonElement>(null);

  const close = () => {
    onEdit(false);
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
  if (editing) return <TextEditor row={row} language={language} save={save} reload={reload} onClose={close} />;
  return (
    <>
      <div className="text-own">
        <span lang={language.code} dir={language.dir}>
          {children}
        </span>
        <span className="text-does">
          {row.state !== 'unused' && (
            <button
              ref={edit}
              type="button"
              className="btn btn-icon"
              title={t('texts.edit')}
              aria-label={t('texts.edit.named', { key: name })}
              onClick={() => onEdit(true)}
            >
              <Pencil />
            </button>
          )}
          {row.own !== null && (
            <IconButton label={t('texts.take.back', { key: name })} icon={<RotateCcw />} disabled={busy} onClick={() => void takeBack()} />
          )}
        </span>
      </div>
      {refused && <p className="field-error">{refused}</p>}
    </>
  );
}

/** Shows whether a text is the default, a draft or published. */
export function TextState({ row }: { row: TextRow }) {
  const { t } = useT();
  return (
    <>
      <span className={`text-state text-state-${row.state}`}>{t(`texts.state.${row.state}`)}</span>
      {isDraft(row) && <span className="text-state text-state-draft">{t('texts.state.draft')}</span>}
    </>
  );
}
