import type { Endpoint } from '@fundus/contract/endpoint';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import type { CallArgs } from '../../../api/call.ts';
import { keyOf, query } from '../../../api/query.ts';

/** Options of a read of the desk. Whatever refreshes `lendingDesk.desk` refreshes all of them: their keys begin with its key. */
export const boardQuery = <E extends Endpoint>(endpoint: E, ...args: CallArgs<E>) => ({
  ...query(endpoint, ...args),
  queryKey: [...keyOf(lendingDesk.desk), endpoint.path, args[0] ?? {}],
  staleTime: 0,
});
