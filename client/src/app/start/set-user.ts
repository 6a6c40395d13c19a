import { accounts, type User } from '@fundus/contract/accounts/accounts';
import type { QueryClient } from '@tanstack/react-query';
import { clearToken } from '../../api/csrf.ts';
import { query } from '../../api/query.ts';
import { closeAddToList } from '../../stores/add-to-list.ts';
import { clearBookmarks } from '../../stores/bookmarks.ts';
import { closeFiling } from '../../stores/file-bookmarks.ts';
import { closeAssignment } from '../../stores/new-assignment.ts';
import { forgetSearches } from '../../stores/recent-searches.ts';
import { clearRedirect } from '../../stores/redirect.ts';
import { setSearchText } from '../../stores/search-bar.ts';
import { closeSnackbar } from '../../stores/snackbar.ts';
import { editTexts } from '../../stores/text-editing.ts';
import { forgetTrail } from '../../stores/trail.ts';
import { forgetScroll } from '../frame/scroll-memory.ts';
import { discardQueuedWrites } from '../../api/outbox.ts';
import { closeLoginDialog } from '../../stores/login-required.ts';

/** Sets the user and clears all data of the previous user. */
export function setUser(queryClient: QueryClient, next: User | false): void {
  const known = queryClient.getQueryData<User | false>(query(accounts.userinfo).queryKey);
  clearBookmarks();
  clearToken();
  if (known && (!next || next.id !== known.id)) clearUserStores(queryClient);
  if (!next) forgetSearches();
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[1] !== accounts.userinfo.path });
  queryClient.setQueryData(query(accounts.userinfo).queryKey, next);
}

/** Clears the stores that contain data of a user. `Shell.tsx` unmounts the screens that are kept alive. */
function clearUserStores(queryClient: QueryClient): void {
  queryClient.getMutationCache().clear();
  closeAddToList();
  closeFiling(false);
  closeAssignment();
  closeLoginDialog();
  discardQueuedWrites();
  forgetSearches();
  clearRedirect();
  forgetScroll();
  forgetTrail();
  setSearchText('');
  editTexts(null);
  closeSnackbar();
}
