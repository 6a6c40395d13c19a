/** Tests of the list of broken links for editors. */
import { accounts } from '@fundus/contract/accounts/accounts';
import { linkChecks, type LinkCheck } from '@fundus/contract/link-checks/link-checks';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { frontendConfig, person } from '../../../testing/people.ts';
import { show } from '../../../testing/render.tsx';
import { MediumLink } from '../medium/side/MediumLink.tsx';
import { LinkChecks } from './LinkChecks.tsx';

const check = (about: Partial<LinkCheck> = {}): LinkCheck => ({
  ...{ identifier: 'm-1', fn_titel: 'Vulkane', url: 'https://medien.example/weg', state: 'dead', problem: 'gone', status: 404 },
  ...{ since: '2026-03-02', checked_at: '2026-03-04T08:00:00Z' },
  ...about,
});
const config = frontendConfig({ LinkCheck: true });
const counts = { dead: 1, failing: 2, unasked: 0 };

it('rechecks a broken link on request', async () => {
  const went: string[] = [];
  const { to } = fakeApi(
    on(accounts.userinfo, person({ district_admin: '1' })),
    on(linkChecks.list, { items: [check()], total: 1, offset: 0, limit: 25, counts }),
    on(linkChecks.checkNow, { check: null }),
  );
  await show(<LinkChecks search="show=links" go={(to) => void went.push(to)} />, { config });
  expect(await screen.findByText('Die Seite gibt es nicht mehr (404) · seit 02.03.2026 · geprüft am 04.03.2026')).toBeDefined();
  expect(screen.getByRole('link', { name: 'https://medien.example/weg' }).getAttribute('rel')).toBe('noopener noreferrer');
  expect(screen.getByRole('link', { name: 'Links' }).getAttribute('aria-current')).toBe('page');
  fireEvent.click(screen.getByRole('button', { name: 'Jetzt prüfen: Vulkane' }));
  await expect.poll(() => to(linkChecks.checkNow).map(({ params }) => params)).toEqual([{ identifier: 'm-1' }]);
  await expect.poll(() => to(linkChecks.list).length).toBe(2);
  fireEvent.click(screen.getByRole('button', { name: 'Einmal ausgefallen (2)' }));
  expect(went).toEqual(['/editing?show=links&state=failing']);
});

it('shows a broken link at its medium only after repeated failures', async () => {
  let now: LinkCheck | null = check();
  fakeApi(
    on(accounts.userinfo, person({ district_admin: '1' })),
    on(linkChecks.ofMedium, () => ({ check: now })),
  );
  const { unmount } = await show(<MediumLink identifier="m-1" />, { config });
  expect(await screen.findByText('Der Link dieses Mediums funktioniert nicht')).toBeDefined();
  unmount();
  now = check({ state: 'failing' });
  await show(<MediumLink identifier="m-1" />, { config });
  expect(screen.queryByText('Der Link dieses Mediums funktioniert nicht')).toBeNull();
});
