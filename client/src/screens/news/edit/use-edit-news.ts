import type { AppError } from '@fundus/contract/errors';
import { news, type NewsDraft } from '@fundus/contract/news/news';
import { href } from '@fundus/contract/screens';
import { useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../../api/query.ts';
import { editNewsHref } from '../../../components/news/news-list.ts';
import type { Go } from '../../../components/page/screen.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { manageHref } from '../news-view.ts';
import { NEWS_READS, showError } from '../problems.ts';
import type { ConfirmedStep } from './StepDialog.tsx';
import { usePendingUploads } from './use-news-values.ts';
import { keyOfDraft, useSaveNews, type Editing } from './use-save-news.ts';

type About = Editing & { can: { review: boolean }; go: Go; onStepDone: (after: NewsDraft) => void };

/** Returns the state of the editor: form values, stored draft, permissions and actions. */
export function useEditNews({ begun, can, go, onProblems, onStepDone }: About) {
  const { t } = useT();
  const client = useQueryClient();
  const { form, draft, refused, store, onRefused, save, saving } = useSaveNews({ begun, can, onProblems });
  const { values, set, dirty, round } = form;
  const { coming, upload } = usePendingUploads();
  const take = useCall(news.step, NEWS_READS);
  const remove = useCall(news.remove, NEWS_READS);
  const busy = saving || take.isPending || remove.isPending || coming > 0;
  const title = Object.values(values.texts).find((text) => text.title.trim() !== '')?.title ?? t('news.untitled');
  // The server returns permissions only for stored articles. Without review, users may publish new articles.
  const may = draft?.can ?? {
    edit: true,
    submit: false,
    publish: !can.review,
    send_back: false,
    archive: false,
    restore: false,
    delete: false,
  };

  /** Navigates unless the user has typed since the values were sent. */
  const openSaved = (to: string): void => {
    if (!form.isLatest()) return;
    form.release();
    go(to, { replace: true });
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
  const runStep = async (step: Exclude<ConfirmedStep, 'remove'>, comment: string): Promise<void> => {
    const stored = may.edit && (dirty || !draft) && step !== 'archive' ? await save() : draft;
    if (!stored) return;
    try {
      const after = await take.mutateAsync({ params: { id: stored.id }, body: { step, comment, version: stored.version } });
      store(after);
      if (step === 'archive' && dirty) {
        // The user has confirmed that unsaved changes are discarded.
        form.replace(after);
      }
      onStepDone(after);
      showSnackbar({ text: t(after.state === 'scheduled' ? 'news.step.publish.scheduled' : `news.step.${step}.done`), type: 'success' });
      if (step === 'publish' && after.state === 'published') {
        // No query observes the cache entry of a new article, so it is not refetched automatically.
        if (!begun) client.removeQueries({ queryKey: keyOfDraft(after.id) });
        openSaved(href('news', { id: after.id }));
      } else if (!begun) openSaved(editNewsHref(after.id));
    } catch (error) {
      onRefused(error as AppError);
      // The article is stored. Only the workflow step failed.
      if (!begun) openSaved(editNewsHref(stored.id));
    }
  };
  const doStep = (step: ConfirmedStep, comment: string): void => {
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
