import type { Args, Endpoint, Reply } from '@fundus/contract/endpoint';
import { useCall } from '../../api/query.ts';
import type { TableUpload } from './use-table.ts';

export type ImportBody = TableUpload & { dry_run: boolean; skip_errors: boolean };

/** Wraps a call that imports a table. `argsOf` adds what the request needs in addition to the table. */
export function useImportCall<E extends Endpoint>(
  endpoint: E,
  argsOf: (body: ImportBody) => Args<E>,
  about: { refreshes?: readonly Endpoint[] } = {},
) {
  const { data, error, isPending, mutate, reset } = useCall(endpoint, about);
  const run = (body: ImportBody, onSuccess?: (reply: Reply<E>) => void): void => mutate(argsOf(body), { ...(onSuccess && { onSuccess }) });
  return { data, error, isPending, run, reset };
}
