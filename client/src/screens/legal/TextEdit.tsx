import { legal } from '@fundus/contract/legal/legal';
import { LegalContent, Statement, type LegalPage } from '@fundus/contract/legal/content';
import { languageOf } from '@fundus/contract/locale';
import { setup } from '@fundus/contract/setup/setup';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query, useCall } from '../../api/query.ts';
import { LaterRichTextEditor } from '../../components/rich-text/LaterRichTextEditor.tsx';
import { languageName } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Segment } from '../../ui/fields/Segment.tsx';
import { EditFrame } from './EditFrame.tsx';
import { LeaveDialog } from '../../components/forms/LeaveDialog.tsx';
import { findProblems, listServerProblems } from '../../components/forms/form-problems.ts';
import { useProblems } from '../../components/forms/use-problems.ts';
import { SaveProblem } from './SaveProblem.tsx';
import { StatementFields } from './StatementFields.tsx';
import { Versions } from './Versions.tsx';
import './legal-edit.css';
import './legal.css';

type Props = { page: LegalPage; onClose: () => void };

/** Shows the editor of a legal page, which edits one language at a time. */
export function TextEdit({ page, onClose }: Props) {
  const { locale } = useT();
  const { config } = useSession();
  const { data } = useQuery(query(setup.locales));
  const languages = data?.locales.map(({ code }) => code) ?? config.Locales;
  const [chosen, setChosen] = useState(locale);
  const language = languages.find((each) => languageOf(each) === languageOf(chosen)) ?? languages[0]!;
  return <LanguageEditor key={language} page={page} language={language} languages={languages} onLanguage={setChosen} onClose={onClose} />;
}

type InLanguageProps = Props & { language: string; languages: readonly string[]; onLanguage: (language: string) => void };

function LanguageEditor({ page, language, languages, onLanguage, onClose }: InLanguageProps) {
  const { t, locale } = useT();
  const params = { page, lang: language };
  const { data } = useQuery({ ...query(legal.draft, { params }), staleTime: 0, gcTime: 0 });
  const save = useCall(legal.save, { refreshes: [legal.page, legal.draft] });
  const reset = useCall(legal.reset, { refreshes: [legal.page, legal.draft] });
  const [changed, setChanged] = useState<LegalContent | null>(null);
  const [problems, setProblems] = useProblems();
  /** Number of texts loaded so far. A change resets the editor. */
  const [loaded, setLoaded] = useState(0);
  const [wanted, setWanted] = useState<string | null>(null);
  const content = changed ?? data?.content;
  if (!data || !content) return null;

  const submit = (version: number) => {
    const checked = LegalContent.safeParse(content);
    if (!checked.success) return setProblems(findProblems(checked.error.issues));
    save.mutate(
      { params, body: { version, content } },
      {
        onSuccess: () => {
          showSnackbar({ text: t('legal.edit.saved'), type: 'success' });
          onClose();
        },
        onError: (error) => setProblems(listServerProblems(error)),
      },
    );
  };
  const load = (next: LegalContent | null) => {
    setChanged(next);
    setProblems({});
    setLoaded(loaded + 1);
  };
  const title = t('legal.edit.title', { page: t(page === 'accessibility' ? 'legal.statement.title' : `legal.title.${page}`) });
  const bodyProblem = problems['content.body'] ?? problems.body;
  const note = data.template ? (data.content.body || content.body ? 'legal.edit.template' : 'legal.edit.empty') : null;
  return (
    <EditFrame title={title} dirty={changed !== null} busy={save.isPending} onSave={() => submit(data.version)} onClose={onClose}>
      {languages.length > 1 && (
        <div className="legal-language">
          <Segment
            label={t('legal.edit.language')}
            value={language}
            options={languages.map((code) => ({ value: code, label: languageName(code, locale) }))}
            // Unsaved input must be saved or discarded before the language changes.
            onChange={(next) => (changed === null ? onLanguage(next) : setWanted(next))}
          />
        </div>
      )}
      {note && <p className="legal-note">{t(note)}</p>}
      {data.template && languages.length > 1 && <p className="small-print legal-measure">{t('legal.edit.others')}</p>}
      <SaveProblem error={save.error?.code === 'validation_failed' ? null : save.error} onReplace={submit} />
      {page === 'accessibility' && (
        <StatementFields
          statement={content.statement ?? Statement.parse({})}
          problems={problems}
          onChange={(statement) => setChanged({ ...content, statement })}
        />
      )}
      <LaterRichTextEditor
        key={loaded}
        label={t('legal.edit.text')}
        hint={t('legal.edit.text.hint')}
        error={bodyProblem ? t(bodyProblem === 'max' ? 'contact.error.max' : 'contact.error.text.required') : null}
        language={language}
        value={content.body}
        onChange={(body) => setChanged((before) => ({ ...(before ?? data.content), body }))}
      />
      <Versions
        draft={data}
        onLoad={load}
        onReset={() =>
          reset.mutate(
            { params, body: { version: data.version } },
            {
              onSuccess: () => {
                load(null);
                showSnackbar({ text: t('legal.edit.reset.done'), type: 'success' });
              },
              onError: () => showSnackbar({ text: t('error.version_conflict'), type: 'error' }),
            },
          )
        }
      />
      <LeaveDialog open={wanted !== null} onStay={() => setWanted(null)} onLeave={() => onLanguage(wanted!)} />
    </EditFrame>
  );
}
