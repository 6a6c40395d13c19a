import { accounts, type User } from '@fundus/contract/accounts/accounts';
import type { QueryClient } from '@tanstack/react-query';
import { query } from '../api/query.ts';
import { forgetMarks } from '../stores/bookmarks.ts';
import { forgetSearches } from '../stores/recent-searches.ts';

/** Somebody else is here now, or nobody: what was read and marked before is not what this person sees. */
export function setUser(queryClient: QueryClient, next: User | false): void {
  forgetMarks();
  if (!next) forgetSearches();
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[1] !== accounts.userinfo.path });
  queryClient.setQueryData(query(accounts.userinfo).queryKey, next);
}
