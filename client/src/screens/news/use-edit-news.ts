import type { AppError } from '@fundus/contract/errors';
import { news, type NewsDraft } from '@fundus/contract/news/news';
import { href } from '@fundus/contract/screens';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { query, useCall } from '../../api/query.ts';
import { findRefused } from '../../components/forms/form-problems.ts';
import { editNewsHref } from '../../components/news/news-list.ts';
import type { Go } from '../../components/page/screen.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { checked, fieldsOf, type Problems } from './edit-values.ts';
import { manageHref } from './news-view.ts';
import { NEWS_READS, showError } from './problems.ts';
import type { Step } from './StepDialog.tsx';
import { useNewsValues, usePendingUploads } from './use-news-values.ts';

type About = {
  /** `null` for new news. */
  begun: NewsDraft | null;
  can: { school: boolean; review: boolean };
  go: Go;
  /** Receives the errors of fields; empty after sending. */
  onProblems: (found: Problems) => void;
  onStepDone: (after: NewsDraft) => void;
};

/** Returns the state of editing news: values, stored draft, permissions, actions. */
export function useEditNews({ begun, can, go, onProblems, onStepDone }: About) {
  const { t } = useT();
  const client = useQueryClient();
  const [draft, setDraft] = useState(begun);
  const [refused, setRefused] = useState<AppError | null>(null);
  const { values, set, dirty, keep, replace, round, isLatest, release } = useNewsValues(begun, can);
  const { coming, upload } = usePendingUploads();
  const create = useCall(news.create, NEWS_READS);
  const change = useCall(news.change, NEWS_READS);
  const take = useCall(news.step, NEWS_READS);
  const remove = useCall(news.remove, NEWS_READS);
  const busy = create.isPending || change.isPending || take.isPending || remove.isPending || coming > 0;
  const title = Object.values(values.texts).find((text) => text.title.trim() !== '')?.title ?? t('news.untitled');
  // Permissions of new news are known only after storing; without review they may be published.
  const may = draft?.can ?? {
    edit: true,
    submit: false,
    publish: !can.review,
    send_back: false,
    archive: false,
    restore: false,
    delete: false,
  };

  /** Navigates if nothing was typed since `typed` was sent. */
  const openSaved = (to: string): void => {
    if (!isLatest()) return;
    release();
    go(to, { replace: true });
  };
  const store = (saved: NewsDraft): void => {
    client.setQueryData(keyOfDraft(saved.id), saved);
    setDraft(saved);
  };
  const onRefused = (error: AppError): void => {
    const found = error.code === 'validation_failed' ? findRefused(error) : {};
    if (Object.keys(found).length > 0) return onProblems(found);
    if (error.code === 'state_conflict' && error.field === 'pinned_until') return onProblems({ pinned_until: 'pins' });
    setRefused(error);
  };

  /** Returns the stored draft, or `null` if it was refused. */
  const save = async (version = draft?.version ?? 0): Promise<NewsDraft | null> => {
    setRefused(null);
    const found = checked(values);
    onProblems(found);
    if (Object.keys(found).length > 0) return null;
    const body = fieldsOf(values);
    try {
      const saved = await (draft
        ? change.mutateAsync({ params: { id: draft.id }, body: { ...body, version } })
        : create.mutateAsync({ body }));
      keep();
      store(saved);
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
    if (!begun) openSaved(editNewsHref(saved.id));
  };
  const removeDraft = ({ id: stored, version }: NewsDraft): void => {
    const onSuccess = () => {
      showSnackbar({ text: t('news.step.remove.done', { title }), type: 'success' });
      openSaved(manageHref());
    };
    remove.mutate({ params: { id: stored }, query: { version } }, { onSuccess, onError: showError });
  };
  const runStep = async (step: Exclude<Step, 'remove'>, comment: string): Promise<void> => {
    const stored = may.edit && (dirty || !draft) && step !== 'archive' ? await save() : draft;
    if (!stored) return;
    try {
      const after = await take.mutateAsync({ params: { id: stored.id }, body: { step, comment, version: stored.version } });
      store(after);
      if (step === 'archive' && dirty) {
        // Confirmed by the user: input that cannot be saved any more is discarded.
        replace(after);
      }
      onStepDone(after);
      showSnackbar({ text: t(after.state === 'scheduled' ? 'news.step.publish.scheduled' : `news.step.${step}.done`), type: 'success' });
      if (step === 'publish' && after.state === 'published') {
        // The cache entry of new news has no observer and is removed.
        if (!begun) client.removeQueries({ queryKey: keyOfDraft(after.id) });
        openSaved(href('news', { id: after.id }));
      } else if (!begun) openSaved(editNewsHref(after.id));
    } catch (error) {
      onRefused(error as AppError);
      // The text is stored; only the step failed.
      if (!begun) openSaved(editNewsHref(stored.id));
    }
  };
  const doStep = (step: Step, comment: string): void => {
    if (step !== 'remove') void runStep(step, comment);
    else if (draft) removeDraft(draft);
  };
  return {
    values,
    set,
    bring: upload,
    draft,
    may,
    title,
    refused,
    coming,
    round,
    busy,
    dirty,
    submit,
    doStep,
    leave: () => openSaved(manageHref()),
  };
}

const keyOfDraft = (id: string) => query(news.draft, { params: { id } }).queryKey;
