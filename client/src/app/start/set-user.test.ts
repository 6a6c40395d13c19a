import { accounts } from '@fundus/contract/accounts/accounts';
import { library } from '@fundus/contract/library/library';
import { expect, it } from 'vitest';
import { query } from '../../api/query.ts';
import { isBookmarked, setBookmarked } from '../../stores/bookmarks.ts';
import { person } from '../../testing/people.ts';
import { setUser } from './set-user.ts';
import { makeQueryClient } from './query-client.ts';

it('clears the cached replies and bookmarks of the previous user', () => {
  const client = makeQueryClient();
  const shelf = query(library.bookmarks, { query: {} }).queryKey;
  client.setQueryData(shelf, { total: 0, offset: 0, limit: 20, items: [] });
  setBookmarked('FU-1', true);
  setUser(client, person({ vorname: 'Aylin' }));
  expect(isBookmarked({ identifier: 'FU-1', bookmarked: false })).toBe(false);
  expect(client.getQueryData(shelf)).toBeUndefined();
  expect(client.getQueryData(query(accounts.userinfo).queryKey)).toMatchObject({ vorname: 'Aylin' });
});
