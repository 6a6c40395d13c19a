import type { AppError } from '@fundus/contract/errors';
import { licenceBulk, type BulkLicences } from '@fundus/contract/licences/bulk';
import type { z } from 'zod';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { keyOf, useCall } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { useUndo } from '../../stores/use-undo.ts';
import { bulkError } from './BulkPreview.tsx';
import { LICENCE_READS } from './refreshes.ts';

type Many = typeof licenceBulk.changeMany | typeof licenceBulk.createMany;
type Body<E extends Many> = Omit<z.input<E['body']>, 'seen'>;

/** Returns a function that creates the undo action of a bulk action. */
export function useBulkUndo() {
  const { t } = useT();
  const undo = useUndo(LICENCE_READS);
  return (id: string) =>
    undo(
      licenceBulk.undoMany,
      { params: { id } },
      {
        done: ({ undone, skipped }) =>
          showSnackbar({ text: t(skipped ? 'licence.bulk.undone.some' : 'licence.bulk.undone', { undone, skipped }), type: 'success' }),
      },
    );
}

/** Previews a bulk action and applies it only if the data still match the preview. `body` is `null` while the form is incomplete. */
export function useBulk<E extends Many>(endpoint: E, body: Body<E> | null, onDone: () => void) {
  const { t } = useT();
  const undo = useBulkUndo();
  const preview = useQuery<BulkLicences, AppError>({
    queryKey: [...keyOf(endpoint), body],
    queryFn: () => call(endpoint, { body } as never) as Promise<BulkLicences>,
    enabled: body !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    placeholderData: (before) => before,
  });
  const act = useCall(endpoint, LICENCE_READS);
  const confirm = () => {
    if (!body || !preview.data) return;
    act.mutate({ body: { ...body, seen: preview.data.seen } } as never, {
      onSuccess: (reply) => {
        const { changed, bulk_id } = reply as BulkLicences;
        onDone();
        showSnackbar({
          text: t(endpoint === licenceBulk.createMany ? 'licence.bulk.entered' : 'licence.bulk.done', { count: changed }),
          type: 'success',
          ...(bulk_id && { action: undo(bulk_id) }),
        });
      },
      onError: (error) => {
        // The data have changed since the preview, so the user must confirm a new preview.
        if (error.code === 'version_conflict') void preview.refetch();
        else showSnackbar({ text: bulkError(error, t), type: 'error' });
      },
    });
  };
  const current = preview.isPlaceholderData || body === null ? undefined : preview.data;
  return {
    preview: body === null ? undefined : preview.data,
    error: act.error?.code === 'version_conflict' ? act.error : preview.error,
    ready: (current?.changed ?? 0) > 0 && !preview.isFetching && !preview.error && !act.isPending,
    count: current?.changed ?? 0,
    confirm,
  };
}
