import type { AppError } from '@fundus/contract/errors';
import { news, type NewsCategory, type NewsDraft } from '@fundus/contract/news/news';
import { href } from '@fundus/contract/screens';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { query, useCall } from '../../api/query.ts';
import { problemsOf } from '../../components/forms/form-problems.ts';
import { LeaveDialog } from '../../components/forms/LeaveDialog.tsx';
import { editNewsHref } from '../../components/news/news-list.ts';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import type { Go } from '../../components/page/screen.ts';
import { useProblems } from '../../components/forms/use-problems.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { useUnsaved } from '../../stores/unsaved.ts';
import { Button } from '../../ui/Button.tsx';
import { Segment } from '../../ui/Segment.tsx';
import { FormProblem } from '../../ui/FormProblem.tsx';
import { Note } from '../../ui/Note.tsx';
import { checked, emptyValues, fieldsOf, filledIn, valuesOf, type Bring, type EditValues, type Problems } from './edit-values.ts';
import { EditFields } from './EditFields.tsx';
import { EditPreview } from './EditPreview.tsx';
import { Conflict, ProblemList } from './EditProblems.tsx';
import { manageHref } from './news-view.ts';
import { bringFile, NEWS_READS, tellProblem, wordsOf } from './problems.ts';
import { StateLine } from './StateLine.tsx';
import { StepDialog, type Step } from './StepDialog.tsx';
import { halfTyped } from './TimeFields.tsx';
import '../../components/forms/edit-foot.css';
import './edit-news.css';

type Props = {
  /** Null: something new. */
  begun: NewsDraft | null;
  can: { school: boolean; district: boolean; review: boolean };
  categories: readonly NewsCategory[];
  go: Go;
  /** Drops what was written here for what somebody else saved. */
  onReload: () => void;
};

/** Everything about one piece of news. Where somebody else was faster nothing is lost: the person decides. */
export function EditForm({ begun, can, categories, go, onReload }: Props) {
  const { t, locale } = useT();
  const { config } = useSession();
  const client = useQueryClient();
  const id = useId();
  const [draft, setDraft] = useState(begun);
  const [values, setValues] = useState<EditValues>(() => (begun ? valuesOf(begun) : emptyValues(can)));
  const languages = [...new Set([...config.Locales, ...Object.keys(values.texts)])];
  const [language, setLanguage] = useState(() => languages.find((code) => filledIn(values).includes(code)) ?? languages[0]!);
  const [problems, setProblems] = useProblems(id);
  const [refused, setRefused] = useState<AppError | null>(null);
  const [step, setStep] = useState<Step | null>(null);
  const [preview, setPreview] = useState(begun !== null && !begun.can.edit);
  const [leaving, setLeaving] = useState(false);
  /** Files on their way to the portal. */
  const [coming, setComing] = useState(0);
  /** The fields begin anew with other values. */
  const [round, setRound] = useState(0);
  /** Where to as soon as nothing is left to save. */
  const [next, setNext] = useState<string | null>(null);
  const create = useCall(news.create, NEWS_READS);
  const change = useCall(news.change, NEWS_READS);
  const take = useCall(news.step, NEWS_READS);
  const remove = useCall(news.remove, NEWS_READS);
  const busy = create.isPending || change.isPending || take.isPending || remove.isPending || coming > 0;
  // Compared with what was saved last: what is typed while that is on its way is still to be saved.
  const typed = JSON.stringify(fieldsOf(values));
  const [kept, setKept] = useState(typed);
  const dirty = typed !== kept;
  // What may be done with something new is told once it is kept; where nothing is reviewed it may be published.
  const may = draft?.can ?? {
    edit: true,
    submit: false,
    publish: !can.review,
    send_back: false,
    archive: false,
    restore: false,
    delete: false,
  };
  // The list and what readers see have the same path: they are other views of the page.
  useUnsaved('changes', dirty, { view: true });
  useUnsaved('uploads', coming > 0, { view: true });
  useEffect(() => {
    if (next !== null && !dirty && coming === 0) go(next, { replace: true });
  }, [next, dirty, coming, go]);

  const bring: Bring = async (kind, file) => {
    setComing((count) => count + 1);
    const answer = await bringFile(kind, file);
    setComing((count) => count - 1);
    return answer;
  };

  const show = (found: Problems): void => {
    setPreview(false);
    // A problem in another language can only be seen there.
    const first = Object.keys(found)
      .map((field) => /^texts\.([^.]+)/.exec(field)?.[1])
      .find(Boolean);
    if (first && !Object.keys(found).some((field) => field.startsWith(`texts.${language}`)) && languages.includes(first))
      setLanguage(first);
    setProblems(found);
  };
  const hold = (saved: NewsDraft): void => {
    client.setQueryData(keyOfDraft(saved.id), saved);
    setDraft(saved);
  };
  const onRefused = (error: AppError): void => {
    const found = error.code === 'validation_failed' ? problemsOf(error.details?.problems) : {};
    if (Object.keys(found).length > 0) return show(found);
    if (error.code === 'state_conflict' && error.field === 'pinned_until') return show({ pinned_until: 'pins' });
    setRefused(error);
  };
  /** Gives what is stored now; null where it was refused. */
  const save = async (version = draft?.version ?? 0): Promise<NewsDraft | null> => {
    setRefused(null);
    const found = checked(values, halfTyped(id));
    setProblems({});
    if (Object.keys(found).length > 0) {
      show(found);
      return null;
    }
    const body = fieldsOf(values);
    try {
      const saved = await (draft
        ? change.mutateAsync({ params: { id: draft.id }, body: { ...body, version } })
        : create.mutateAsync({ body }));
      setKept(typed);
      hold(saved);
      return saved;
    } catch (error) {
      onRefused(error as AppError);
      return null;
    }
  };
  const submit = async (version?: number): Promise<void> => {
    const saved = await save(version);
    if (!saved) return;
    showSnackbar({ text: t(saved.state === 'draft' ? 'news.saved.draft' : 'news.saved'), type: 'success' });
    if (!draft) setNext(editNewsHref(saved.id));
  };
  const doStep = async (wanted: Step, comment: string): Promise<void> => {
    setStep(null);
    if (wanted === 'remove') {
      if (!draft) return;
      return remove.mutate(
        { params: { id: draft.id }, query: { version: draft.version } },
        {
          onSuccess: () => {
            showSnackbar({ text: t('news.step.remove.done', { title }), type: 'success' });
            setKept(typed);
            setNext(manageHref());
          },
          onError: tellProblem,
        },
      );
    }
    const stored = may.edit && (dirty || !draft) && wanted !== 'archive' ? await save() : draft;
    if (!stored) return;
    try {
      const after = await take.mutateAsync({ params: { id: stored.id }, body: { step: wanted, comment, version: stored.version } });
      hold(after);
      if (wanted === 'archive' && dirty) {
        // The question said so. What cannot be saved any more would only stand in the way.
        const left = valuesOf(after);
        setValues(left);
        setKept(JSON.stringify(fieldsOf(left)));
        setRound(round + 1);
      }
      // What is closed is seen as readers see it, what was opened again is written.
      setPreview(!after.can.edit || (preview && may.edit));
      showSnackbar({ text: t(after.state === 'scheduled' ? 'news.step.publish.scheduled' : `news.step.${wanted}.done`), type: 'success' });
      if (wanted === 'publish' && after.state === 'published') {
        // Nobody looks at the draft of something new any more, to drop it in the end.
        if (!begun) client.removeQueries({ queryKey: keyOfDraft(after.id) });
        setNext(href('news', { id: after.id }));
      } else if (!draft) setNext(editNewsHref(after.id));
    } catch (error) {
      onRefused(error as AppError);
      // The words are stored already, only the step was not taken.
      if (!draft) setNext(editNewsHref(stored.id));
    }
  };

  const title = Object.values(values.texts).find((text) => text.title.trim() !== '')?.title ?? t('news.untitled');
  const askFor = (wanted: Step): void => {
    const half = wanted === 'publish' || wanted === 'submit' ? halfTyped(id) : [];
    if (half.length > 0) show(checked(values, half));
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
          void submit();
        }}
      >
        <div className="news-edit-head">
          <PageHeading title={`${draft ? title : t('news.write')} · ${t('news.manage.title')}`}>
            {draft ? title : t('news.write')}
          </PageHeading>
          {may.edit && (
            <Segment
              label={t('news.edit.view')}
              value={preview ? 'preview' : 'write'}
              options={[
                { value: 'write', label: t('news.edit.view.write') },
                { value: 'preview', label: t('news.edit.view.preview') },
              ]}
              onChange={(view) => setPreview(view === 'preview')}
            />
          )}
        </div>
        <StateLine draft={draft} can={may} busy={busy} onStep={askFor} />
        {refused?.code === 'version_conflict' ? (
          <Conflict
            busy={busy}
            onLoad={onReload}
            onReplace={() => void submit((refused.details?.current as { version?: number } | undefined)?.version ?? 0)}
          />
        ) : (
          refused && <FormProblem>{wordsOf(t, refused)}</FormProblem>
        )}
        <ProblemList problems={problems} form={id} />
        {!may.edit && <Note>{t('news.edit.closed')}</Note>}
        {preview && <EditPreview values={values} language={language} label={label} draft={draft} />}
        <div hidden={preview}>
          <EditFields
            key={round}
            values={values}
            set={(about) => setValues((before) => ({ ...before, ...(typeof about === 'function' ? about(before) : about) }))}
            bring={bring}
            languages={languages}
            language={language}
            onLanguage={setLanguage}
            problems={problems}
            can={can}
            categories={categories.map(({ slug }) => ({ value: slug, label: label(slug) }))}
          />
        </div>
        {may.edit && (
          <div className="edit-foot">
            <Button type="submit" variant={may.publish ? 'line' : 'primary'} disabled={busy}>
              {t(draft && draft.state !== 'draft' ? 'app.save' : 'news.saveDraft')}
            </Button>
            {/* The page asks by itself where files are on their way. */}
            <Button onClick={() => (dirty && coming === 0 ? setLeaving(true) : go(manageHref()))}>
              {t(dirty || coming > 0 ? 'app.cancel' : 'app.close')}
            </Button>
            <span className="small-print" role="status">
              {coming > 0 && t('news.file.wait')}
            </span>
          </div>
        )}
      </form>
      {/* Beside it: forms do not nest. */}
      {step && (
        <StepDialog
          step={step}
          title={title}
          values={values}
          dirty={dirty}
          busy={busy}
          onClose={() => setStep(null)}
          onDo={(comment) => void doStep(step, comment)}
        />
      )}
      <LeaveDialog
        open={leaving}
        onStay={() => setLeaving(false)}
        onLeave={() => {
          setKept(typed);
          setNext(manageHref());
        }}
      />
    </>
  );
}

const keyOfDraft = (id: string) => query(news.draft, { params: { id } }).queryKey;
