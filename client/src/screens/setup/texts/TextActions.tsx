import { AppError } from '@fundus/contract/errors';
import type { LanguageInfo } from '@fundus/contract/setup/texts';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '../../../components/forms/ConfirmDialog.tsx';
import { languageName } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { FileRejected } from '../files.ts';
import { readTexts, TextImport, type TextsInFile } from './TextImport.tsx';
import { TextMenu, type ConfirmedAction } from './TextMenu.tsx';
import { isDraft, type TextView } from './text-view.ts';
import type { Texts } from './use-texts.ts';
import '../setup.css';

/** Shows the state of a language and its actions: publish, discard, import, export. */
export function TextActions({ texts, language, view }: { texts: Texts; language: LanguageInfo; view: TextView }) {
  const { t, locale } = useT();
  const input = useRef<HTMLInputElement>(null);
  const [found, setFound] = useState<TextsInFile | null>(null);
  const [asked, setAsked] = useState<ConfirmedAction | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const { rows, busy, problem } = texts;
  const drafts = rows.filter(isDraft).length;
  const missing = rows.filter((row) => row.state === 'missing').length;
  const name = languageName(language.code, locale);

  const previewImport = async (file: File) => {
    setNote(null);
    try {
      setFound(await readTexts(file, language.code));
    } catch (error) {
      if (error instanceof FileRejected) setNote(t(error.key));
      else if (error instanceof AppError) setNote(t(`error.${error.code}`, { name: '' }));
      else throw error;
    }
  };

  return (
    <>
      <div className="setup-bar">
        <p className="setup-state" role="status">
          <span className={`state-dot state-${drafts ? 'draft' : 'published'}`} />
          <span>
            {drafts
              ? t('texts.drafts', { count: drafts })
              : t(language.version || texts.texts.data?.language.version ? 'texts.allPublished' : 'texts.noOwn')}
            {missing > 0 && <span className="small-print">{t('texts.missing', { count: missing, all: rows.length })}</span>}
          </span>
        </p>
        <div className="setup-actions">
          <Button variant="primary" disabled={busy || drafts === 0} onClick={() => void texts.publish(t('texts.published', { name }))}>
            {t('texts.publish')}
          </Button>
          <TextMenu {...{ texts, language, view }} onImport={() => input.current?.click()} onAsk={setAsked} />
          <input
            ref={input}
            type="file"
            accept="application/json,text/csv,.json,.csv"
            hidden
            onChange={(event) => {
              const file = event.target.files?.[0];
              event.target.value = '';
              if (file) void previewImport(file);
            }}
          />
        </div>
      </div>
      {(note ?? problem) && <FormProblem>{note ?? (problem && t(`error.${problem.code}`, { name: '' }))}</FormProblem>}
      {found && (
        <TextImport
          found={found}
          lang={language.code}
          onClose={() => setFound(null)}
          onDone={(count) => {
            setFound(null);
            void texts.reload();
            showSnackbar({ text: t('texts.import.done', { count }), type: 'success' });
          }}
        />
      )}
      {asked && (
        <ConfirmDialog
          title={asked.title}
          action={asked.action}
          onClose={() => setAsked(null)}
          onAction={() => {
            setAsked(null);
            void asked.go();
          }}
        >
          <p>{asked.text}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
