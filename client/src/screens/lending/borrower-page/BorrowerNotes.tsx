import { lendingBorrower, NOTE_LENGTH, type BorrowerNote } from '@fundus/contract/lending/desk/borrower-page';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { useIdempotencyKey } from '../../../api/use-key.ts';
import { formatDate } from '../../../i18n/format.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { DESK_READS } from '../parts/desk-reads.ts';
import { refusalText } from '../parts/words.ts';
import '../parts/desk.css';
import '../parts/lending.css';

type Props = { point: string; borrower: string; notes: readonly BorrowerNote[] };

/** Shows the desk's notes on a borrower, with a form for a new note. */
export function BorrowerNotes({ point, borrower, notes }: Props) {
  const { t, locale } = useT();
  const [text, setText] = useState('');
  const act = useIdempotencyKey();
  const add = useCall(lendingBorrower.addNote, { refreshes: DESK_READS });
  const remove = useCall(lendingBorrower.removeNote, { refreshes: DESK_READS });
  const error = add.error ?? remove.error;
  return (
    <section aria-labelledby="borrower-notes">
      <h2 id="borrower-notes">{t('lending.notes')}</h2>
      <FormProblem>{error && refusalText(t, error, locale)}</FormProblem>
      {notes.length > 0 && (
        <ul className="lending-lines">
          {notes.map((note) => (
            <li key={note.id}>
              <span>
                <span className="lending-words">{note.text}</span>
                <span className="small-print">{joinFacts([formatDate(note.at, 'short', locale), note.by])}</span>
              </span>
              <IconButton
                label={t('lending.notes.remove', { text: note.text.slice(0, 40) })}
                icon={<Trash2 />}
                disabled={remove.isPending}
                onClick={() => remove.mutate({ params: { id: note.id } })}
              />
            </li>
          ))}
        </ul>
      )}
      <form
        className="desk-note"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() === '') return;
          const body = { point, text, key: act.keyOf(text) };
          add.mutate({ params: { id: borrower }, body }, { onSuccess: () => setText('') });
        }}
      >
        <TextArea
          label={t('lending.notes.new')}
          hint={t('lending.notes.hint')}
          rows={2}
          maxLength={NOTE_LENGTH}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" variant="line" disabled={add.isPending || text.trim() === ''}>
          {t('lending.notes.add')}
        </Button>
      </form>
    </section>
  );
}
