import type { ImportSource, Word, WordKind } from '@fundus/contract/imports/imports';
import type { ImportReport } from '@fundus/contract/imports/runs';
import type { MessageKey } from '@fundus/contract/messages';
import { SpellCheck } from 'lucide-react';
import { useState } from 'react';
import { joinFacts } from '../../i18n/join-facts.ts';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { fieldOf } from './words.ts';
import { WordsDialog } from './WordsDialog.tsx';
import './imports.css';

type Props = { notes: ImportReport['notes']; source: ImportSource | null; onSaved: () => void };

/** Kinds of words by the field of the report in which they occur. */
const KIND_OF: Readonly<Record<string, WordKind>> = { subjects: 'subjects', type: 'types', audience: 'audience', languages: 'languages' };
const UNKNOWN = ['keyword', 'kept', 'guessed', 'left_out'];
const SHOWN = 5;

/** Shows which values of records were changed or not imported. Unknown words can be added to the import source. */
export function RunNotes({ notes, source, onSaved }: Props) {
  const { t } = useT();
  const [open, setOpen] = useState(false);
  if (notes.length === 0) return null;
  const found: Word[] = notes.flatMap(({ field, reason, examples }) => {
    const kind = KIND_OF[field];
    return kind && UNKNOWN.includes(reason) ? examples.map((word) => ({ kind, word, ours: '' })) : [];
  });
  return (
    <section className="import-part">
      <h2>{t('imports.notes')}</h2>
      <ul>
        {notes.map(({ field, reason, count, examples }) => (
          <li key={`${field} ${reason}`}>
            {count} × {fieldOf(t, field)}: {t(`imports.reason.${reason}` as MessageKey)}
            {examples.length > 0 && (
              <span className="quiet">
                {', '}
                {t('imports.notes.such', { examples: joinFacts(examples.slice(0, SHOWN)) })}
              </span>
            )}
          </li>
        ))}
      </ul>
      {source && found.length > 0 && (
        <Button variant="line" icon={<SpellCheck />} onClick={() => setOpen(true)}>
          {t('imports.notes.words')}
        </Button>
      )}
      {source && open && <WordsDialog source={source} found={found} onSaved={onSaved} onClose={() => setOpen(false)} />}
    </section>
  );
}
