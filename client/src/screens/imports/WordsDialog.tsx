import { imports, WORD_KINDS, type ImportSource, type Word } from '@fundus/contract/imports/imports';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { TextField } from '../../ui/fields/Field.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import './imports.css';

type Props = {
  source: ImportSource;
  /** Unknown words that an import has found. */ found: readonly Word[];
  onSaved?: () => void;
  onClose: () => void;
};
type Line = Word & { key: number };

/** Shows a dialog that maps the words of an import source to codes of the portal. */
export function WordsDialog({ source, found, onSaved, onClose }: Props) {
  const { t } = useT();
  const [lines, setLines] = useState<Line[]>(() => merge(source.words, found).map((word, key) => ({ ...word, key })));
  const change = useCall(imports.changeSource, { refreshes: [imports.sources] });
  const set = (key: number, some: Partial<Word>) => setLines((all) => all.map((line) => (line.key === key ? { ...line, ...some } : line)));
  const add = () =>
    setLines((all) => [...all, { kind: 'subjects', word: '', ours: '', key: Math.max(-1, ...all.map(({ key }) => key)) + 1 }]);
  const save = () => {
    const { id, name, prefix, licence, same, oai, version } = source;
    const words = lines.filter(({ word }) => word.trim() !== '').map(({ kind, word, ours }) => ({ kind, word, ours }));
    change.mutate(
      { params: { id }, body: { name, prefix, licence, same, oai, version, words } },
      {
        onSuccess: () => {
          showSnackbar({ text: t('imports.words.saved'), type: 'success' });
          onClose();
          onSaved?.();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t('imports.words.of', { name: source.name })}
      action={t('app.save')}
      disabled={change.isPending}
      problem={change.error && t(`error.${change.error.code}`, { name: '' })}
      onSend={save}
      onClose={onClose}
    >
      <p className="small-print">{t('imports.words.about')}</p>
      {lines.length === 0 && <p className="quiet">{t('imports.words.empty')}</p>}
      <ul className="lines">
        {lines.map(({ key, kind, word, ours }) => (
          <li key={key} className="import-word">
            <SelectField
              label={t('imports.words.kind')}
              value={kind}
              options={WORD_KINDS.map((value) => ({ value, label: t(`imports.kind.${value}`) }))}
              onChange={(next) => set(key, { kind: next })}
            />
            <TextField
              label={t('imports.words.word')}
              maxLength={300}
              value={word}
              onChange={({ target }) => set(key, { word: target.value })}
            />
            <TextField
              label={t('imports.words.ours')}
              placeholder={t(`imports.words.hint.${kind}`)}
              maxLength={300}
              value={ours}
              onChange={({ target }) => set(key, { ours: target.value })}
            />
            <IconButton
              label={t('imports.words.remove', { word })}
              icon={<Trash2 />}
              onClick={() => setLines((all) => all.filter((line) => line.key !== key))}
            />
          </li>
        ))}
      </ul>
      <Button variant="line" icon={<Plus />} onClick={add}>
        {t('imports.words.add')}
      </Button>
    </FormDialog>
  );
}

/** Merges known and unknown words. Unknown words come first. */
function merge(known: readonly Word[], found: readonly Word[]): Word[] {
  const idOf = ({ kind, word }: Word) => `${kind} ${word.toLowerCase()}`;
  const ids = new Set(known.map(idOf));
  return [...found.filter((word) => !ids.has(idOf(word))), ...known];
}
