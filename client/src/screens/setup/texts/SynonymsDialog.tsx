import { AppError } from '@fundus/contract/errors';
import { synonyms, type SynonymGroup } from '@fundus/contract/catalogue/synonyms';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, Pencil, Trash2, Upload } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { call, callWith } from '../../../api/call.ts';
import { keyOf } from '../../../api/query.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { Note } from '../../../ui/Note.tsx';
import { TextField } from '../../../ui/fields/Field.tsx';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { FileButton } from '../../../ui/fields/FileButton.tsx';
import { Fold } from '../../../ui/Fold.tsx';
import { FileRejected, readBase64 } from '../files.ts';
import './translation-screen.css';

/** Maximum number of groups that a call returns. All others are found by search. */
const SHOWN = 200;

const wordsOf = (text: string): string[] => text.split(';').flatMap((word) => word.trim() || []);
const lineOf = (words: readonly string[]): string => words.join('; ');

/** Lists the synonyms added by administrators and the built-in synonyms. */
export function SynonymsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useT();
  const [typed, setTyped] = useState('');
  const q = useDebounced(typed.trim(), 200);
  const [editing, setEditing] = useState<string | null>(null);
  const { note, add, change, remove, take } = useSynonymActs();
  const list = useQuery({
    queryKey: [...keyOf(synonyms.synonyms), q],
    queryFn: ({ signal }) => callWith(synonyms.synonyms, signal, { query: { q, offset: 0, limit: SHOWN } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const { items = [], total = 0, builtIn = [] } = list.data ?? {};
  const shownBuiltIn = builtIn.filter((words) => words.some((word) => word.toLowerCase().includes(q.toLowerCase())));

  return (
    <Dialog
      open
      title={t('synonyms.title')}
      closeLabel={t('app.close')}
      onClose={onClose}
      foot={
        <>
          <FileButton accept=".txt,.csv,.xlsx,text/plain" icon={<Upload />} onFile={(file) => void take(file)}>
            {t('synonyms.import')}
          </FileButton>
          <Button
            variant="line"
            icon={<Download />}
            disabled={items.length === 0}
            onClick={() =>
              saveFile(`${t('synonyms.file')}.txt`, `${items.map(({ words }) => lineOf(words)).join('\n')}\n`, 'text/plain;charset=utf-8')
            }
          >
            {t('synonyms.export')}
          </Button>
        </>
      }
    >
      <p className="quiet">{t('synonyms.about')}</p>
      <WordsForm label={t('synonyms.new')} hint={t('synonyms.hint')} action={t('synonyms.add')} onSave={add} />
      {note && (
        <Note tone={note.bad ? 'bad' : 'info'} role={note.bad ? 'alert' : 'status'}>
          {note.text}
        </Note>
      )}
      <TextField label={t('synonyms.find')} type="search" value={typed} onChange={(event) => setTyped(event.target.value)} />
      <h3 className="synonyms-section">{t('synonyms.own', { count: total })}</h3>
      {list.isSuccess && total === 0 && <p className="quiet small">{t(q ? 'synonyms.none' : 'synonyms.empty')}</p>}
      <ul className="lines synonyms">
        {items.map((group) => (
          <OwnGroup
            key={group.id}
            words={group.words}
            editing={editing === group.id}
            onEdit={(on) => setEditing(on ? group.id : null)}
            onChange={(words) => change(group.id, words)}
            onRemove={() => void remove(group)}
          />
        ))}
      </ul>
      {total > items.length && <p className="quiet small">{t('synonyms.more', { count: total - items.length })}</p>}
      {shownBuiltIn.length > 0 && (
        <Fold title={t('synonyms.builtIn', { count: shownBuiltIn.length })}>
          <ul className="import-section lines synonyms">
            {shownBuiltIn.map((words) => (
              <li key={lineOf(words)}>
                <Words words={words} />
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </Dialog>
  );
}

/** Returns functions that add, edit, remove and import synonyms. `note` is the result of the last one. */
function useSynonymActs() {
  const { t } = useT();
  const client = useQueryClient();
  const [note, setNote] = useState<{ text: string; bad: boolean } | null>(null);
  /** Runs an action and returns whether it succeeded. Otherwise an error is shown. */
  const run = async (work: () => Promise<string>): Promise<boolean> => {
    setNote(null);
    try {
      setNote({ text: await work(), bad: false });
      await client.invalidateQueries({ queryKey: keyOf(synonyms.synonyms) });
      return true;
    } catch (error) {
      if (error instanceof FileRejected) setNote({ text: t(error.key), bad: true });
      else if (error instanceof AppError) setNote({ text: t(`error.${error.code}`, { name: '' }), bad: true });
      else throw error;
      return false;
    }
  };
  const add = (words: string[]) =>
    run(async () => {
      await call(synonyms.addSynonyms, { body: { words } });
      return t('synonyms.added');
    });
  const change = (id: string, words: string[]) =>
    run(async () => {
      await call(synonyms.changeSynonyms, { params: { id }, body: { words } });
      return t('synonyms.changed');
    });
  const remove = (group: SynonymGroup) =>
    run(async () => {
      await call(synonyms.removeSynonyms, { params: { id: group.id } });
      return t('synonyms.removed', { words: lineOf(group.words) });
    });
  const take = (file: File) =>
    run(async () => {
      const { stored, unchanged, refused } = await call(synonyms.importSynonyms, {
        body: { content: await readBase64(file), replace: false },
      });
      const lines = refused.map(({ line }) => line).join(', ');
      return `${t('synonyms.imported', { count: stored, unchanged })}${lines && ` ${t('synonyms.refused', { lines })}`}`;
    });
  return { note, add, change, remove, take };
}

type GroupProps = {
  words: string[];
  editing: boolean;
  onEdit: (on: boolean) => void;
  onChange: (words: string[]) => Promise<boolean>;
  onRemove: () => void;
};

/** Shows a group of synonyms, which can be edited in place. */
function OwnGroup({ words, editing, onEdit, onChange, onRemove }: GroupProps) {
  const { t } = useT();
  const save = async (next: string[]) => {
    const done = await onChange(next);
    if (done) onEdit(false);
    return done;
  };
  return (
    <li>
      {editing ? (
        <WordsForm
          label={t('synonyms.edit', { words: lineOf(words) })}
          start={words}
          action={t('app.save')}
          onSave={save}
          onCancel={() => onEdit(false)}
        />
      ) : (
        <>
          <Words words={words} />
          <IconButton label={t('synonyms.edit', { words: lineOf(words) })} icon={<Pencil />} onClick={() => onEdit(true)} />
          <IconButton label={t('synonyms.remove', { words: lineOf(words) })} icon={<Trash2 />} onClick={onRemove} />
        </>
      )}
    </li>
  );
}

const Words = ({ words }: { words: readonly string[] }) => (
  <span className="synonyms-words" lang="de">
    {words.map((word) => (
      <span key={word}>{word}</span>
    ))}
  </span>
);

type FormProps = {
  label: string;
  hint?: string;
  action: string;
  start?: readonly string[];
  onSave: (words: string[]) => Promise<boolean>;
  onCancel?: () => void;
};

function WordsForm({ label, hint, action, start = [], onSave, onCancel }: FormProps) {
  const { t } = useT();
  const [text, setText] = useState(lineOf(start));
  const [wrong, setWrong] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const words = wordsOf(text);
    if (words.length < 2) return setWrong(t('synonyms.two'));
    setWrong(null);
    setBusy(true);
    const done = await onSave(words).finally(() => setBusy(false));
    if (done && start.length === 0) setText('');
  };
  return (
    <form className="synonyms-form" onSubmit={(event) => void save(event)}>
      <TextField label={label} hint={hint} error={wrong} value={text} maxLength={1_700} onChange={(event) => setText(event.target.value)} />
      <Button type="submit" variant="line" disabled={busy}>
        {action}
      </Button>
      {onCancel && <Button onClick={onCancel}>{t('app.cancel')}</Button>}
    </form>
  );
}
