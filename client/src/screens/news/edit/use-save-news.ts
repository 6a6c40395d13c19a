import type { AppError } from '@fundus/contract/errors';
import { news, type NewsDraft } from '@fundus/contract/news/news';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { query, useCall } from '../../../api/query.ts';
import { listServerProblems } from '../../../components/forms/form-problems.ts';
import { findFieldProblems, fieldsOf, type Problems } from './edit-values.ts';
import { NEWS_READS } from '../problems.ts';
import { useNewsValues } from './use-news-values.ts';

export type Editing = {
  /** Article to edit, or `null` for a new one. */
  begun: NewsDraft | null;
  can: { school: boolean };
  /** Called with the field errors, which are empty if the form is valid. */
  onProblems: (found: Problems) => void;
};

/** Returns the form values, the stored draft, and the functions that save it. */
export function useSaveNews({ begun, can, onProblems }: Editing) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(begun);
  const [refused, setRefused] = useState<AppError | null>(null);
  const form = useNewsValues(begun, can);
  const create = useCall(news.create, NEWS_READS);
  const change = useCall(news.change, NEWS_READS);

  const store = (saved: NewsDraft): void => {
    client.setQueryData(keyOfDraft(saved.id), saved);
    setDraft(saved);
  };
  /** Shows an error next to its fields, or above the form if it has no field. */
  const onRefused = (error: AppError): void => {
    const found = error.code === 'validation_failed' ? listServerProblems(error) : {};
    if (Object.keys(found).length > 0) return onProblems(found);
    if (error.code === 'state_conflict' && error.field === 'pinned_until') return onProblems({ pinned_until: 'pins' });
    setRefused(error);
  };
  /** Saves the draft. Returns the stored draft, or `null` if it was rejected. */
  const save = async (version = draft?.version ?? 0): Promise<NewsDraft | null> => {
    setRefused(null);
    const found = findFieldProblems(form.values);
    onProblems(found);
    if (Object.keys(found).length > 0) return null;
    const body = fieldsOf(form.values);
    try {
      const saved = await (draft
        ? change.mutateAsync({ params: { id: draft.id }, body: { ...body, version } })
        : create.mutateAsync({ body }));
      form.keep();
      store(saved);
      return saved;
    } catch (error) {
      onRefused(error as AppError);
      return null;
    }
  };
  return { form, draft, refused, store, onRefused, save, saving: create.isPending || change.isPending };
}

/** Returns the query key of a draft. */
export const keyOfDraft = (id: string) => query(news.draft, { params: { id } }).queryKey;
