import { notices } from '@fundus/contract/notices/notices';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeApi, on } from '../testing/fake-api.ts';
import { frontendConfig } from '../testing/people.ts';
import { show } from '../testing/render.tsx';
import { NavigationBar } from './navigation/NavigationBar.tsx';

async function searchFrom(pathname: string, search: string): Promise<unknown> {
  fakeApi(on(notices.list, { total: 0, offset: 0, limit: 1, items: [], unread: 0 }));
  const go = vi.fn();
  await show(<NavigationBar pathname={pathname} search={search} go={go} />, { config: frontendConfig({ ExternSearch: true }) });
  const field = screen.getByRole('combobox', { name: 'Medien suchen' });
  fireEvent.change(field, { target: { value: 'Kuchen' } });
  fireEvent.submit(field.closest('form')!);
  return go.mock.lastCall?.[0];
}

it.each([
  ['/search', '?q=brot&tab=external', '/search?q=Kuchen&tab=external'],
  ['/search', '?q=brot', '/search?q=Kuchen'],
  ['/classes', '?tab=external', '/search?q=Kuchen'],
])('submits the search from %s%s to %s', async (pathname, search, address) => expect(await searchFrom(pathname, search)).toBe(address));
