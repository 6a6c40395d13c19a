import type { AppError } from '@fundus/contract/errors';
import type { NewsCategory, NewsDraft } from '@fundus/contract/news/news';
import { useId, useState } from 'react';
import { LeaveDialog } from '../../../components/forms/LeaveDialog.tsx';
import { useProblems } from '../../../components/forms/use-problems.ts';
import { PageHeading } from '../../../components/page/PageHeading.tsx';
import type { Go } from '../../../components/page/screen.ts';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { Note } from '../../../ui/Note.tsx';
import { Segment } from '../../../ui/fields/Segment.tsx';
import { findFieldProblems, emptyValues, listFilledLanguages, valuesOf, type EditValues, type Problems } from './edit-values.ts';
import { EditFields } from './EditFields.tsx';
import { EditFoot } from './EditFoot.tsx';
import { EditPreview } from './EditPreview.tsx';
import { ConflictNotice, ProblemList } from './EditProblems.tsx';
import { manageHref } from '../news-view.ts';
import { newsErrorText } from '../problems.ts';
import { StateLine } from './StateLine.tsx';
import { StepDialog, type ConfirmedStep } from './StepDialog.tsx';
import { useEditNews } from './use-edit-news.ts';
import './edit-news.css';

type Props = {
  /** Article to edit, or `null` for a new one. */
  begun: NewsDraft | null;
  can: { school: boolean; district: boolean; review: boolean };
  categories: readonly NewsCategory[];
  go: Go;
  /** Replaces the input by the version that another user has saved. */
  onReload: () => void;
};

/** Form of an article. After a concurrent change the user chooses a version, so that no input is lost. */
export function EditForm({ begun, can, categories, go, onReload }: Props) {
  const { t, locale } = useT();
  const { config } = useSession();
  const id = useId();
  const [problems, report] = useProblems(id);
  const [preview, setPreview] = useState(begun !== null && !begun.can.edit);
  const [step, setStep] = useState<ConfirmedStep | null>(null);
  const [leaving, setLeaving] = useState(false);
  const [language, setLanguage] = useState(() => firstLanguage(begun ? valuesOf(begun) : emptyValues(can), config.Locales));
  const onProblems = (found: Problems): void => {
    if (Object.keys(found).length > 0) setPreview(false);
    // Switches to the language that has the first error.
    const elsewhere = languageOfProblem(found, language);
    if (elsewhere && languages.includes(elsewhere)) setLanguage(elsewhere);
    report(found);
  };
  // A read-only article is shown as a preview. An article that becomes editable again is shown as a form.
  const onStepDone = (after: NewsDraft): void => setPreview(!after.can.edit || (preview && may.edit));
  const edit = useEditNews({ begun, can, go, onProblems, onStepDone });
  const { values, draft, may, title, refused, coming, busy, dirty } = edit;
  const languages = [...new Set([...config.Locales, ...Object.keys(values.texts)])];

  const confirmStep = (wanted: ConfirmedStep): void => {
    const found = wanted === 'publish' || wanted === 'submit' ? findFieldProblems(values) : {};
    if (Object.values(found).includes('half')) onProblems(found);
    else setStep(wanted);
  };
  const label = (slug: string): string => {
    const labels = categories.find((one) => one.slug === slug)?.labels;
    return labels?.[locale] ?? labels?.de ?? slug;
  };
  return (
    <>
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void edit.submit();
        }}
      >
        <EditHead heading={draft ? title : t('news.write')} preview={preview} onPreview={may.edit ? setPreview : null} />
        <StateLine draft={draft} />
        <Refused error={refused} busy={busy} onReload={onReload} onReplace={(version) => void edit.submit(version)} />
        <ProblemList problems={problems} form={id} />
        {!may.edit && <Note>{t('news.edit.closed')}</Note>}
        {preview && <EditPreview values={values} language={language} label={label} draft={draft} />}
        <div hidden={preview}>
          <EditFields
            key={edit.round}
            values={values}
            set={edit.set}
            bring={edit.bring}
            languages={languages}
            language={language}
            onLanguage={setLanguage}
            problems={problems}
            can={can}
            categories={categories.map(({ slug }) => ({ value: slug, label: label(slug) }))}
          />
        </div>
        <EditFoot
          draft={draft}
          may={may}
          dirty={dirty}
          waiting={coming > 0}
          busy={busy}
          onStep={confirmStep}
          // Pending uploads are confirmed by the page itself.
          onLeave={() => (dirty && coming === 0 ? setLeaving(true) : go(manageHref()))}
        />
      </form>
      {/* Outside the form, because forms must not be nested. */}
      {step && (
        <StepDialog
          step={step}
          title={title}
          values={values}
          dirty={dirty}
          busy={busy}
          onClose={() => setStep(null)}
          onDo={(comment) => {
            setStep(null);
            edit.doStep(step, comment);
          }}
        />
      )}
      <LeaveDialog open={leaving} onStay={() => setLeaving(false)} onLeave={edit.leave} />
    </>
  );
}

type HeadProps = {
  heading: string;
  preview: boolean;
  /** Switches to the preview or back. `null` for a read-only article. */
  onPreview: ((preview: boolean) => void) | null;
};

/** Shows the heading and the switch between form and preview. */
function EditHead({ heading, preview, onPreview }: HeadProps) {
  const { t } = useT();
  return (
    <div className="news-edit-head">
      <PageHeading title={`${heading} · ${t('news.manage.title')}`}>{heading}</PageHeading>
      {onPreview && (
        <Segment
          label={t('news.edit.view')}
          value={preview ? 'preview' : 'write'}
          options={[
            { value: 'write', label: t('news.edit.view.write') },
            { value: 'preview', label: t('news.edit.view.preview') },
          ]}
          onChange={(view) => onPreview(view === 'preview')}
        />
      )}
    </div>
  );
}

type RefusedProps = { error: AppError | null; busy: boolean; onReload: () => void; onReplace: (version: number) => void };

/** Shows why the article was not saved. After a concurrent change the user chooses a version. */
function Refused({ error, busy, onReload, onReplace }: RefusedProps) {
  const { t } = useT();
  if (error?.code !== 'version_conflict') return <FormProblem>{error && newsErrorText(t, error)}</FormProblem>;
  const { version = 0 } = (error.details?.current ?? {}) as { version?: number };
  return <ConflictNotice busy={busy} onLoad={onReload} onReplace={() => onReplace(version)} />;
}

/** Returns the first portal language with content, else any language with content, else the first portal language. */
function firstLanguage(values: EditValues, locales: readonly string[]): string {
  const filled = listFilledLanguages(values);
  return locales.find((code) => filled.includes(code)) ?? filled[0] ?? locales[0]!;
}

/** Returns the language of the first error, or `undefined` if the current language has an error. */
function languageOfProblem(found: Problems, language: string): string | undefined {
  const fields = Object.keys(found);
  if (fields.some((field) => field.startsWith(`texts.${language}`))) return undefined;
  return fields.map((field) => /^texts\.([^.]+)/.exec(field)?.[1]).find(Boolean);
}
