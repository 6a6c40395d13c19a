import { ownAccount } from '@fundus/contract/accounts-own';
import { invitations } from '@fundus/contract/invitations';
import type { School } from '@fundus/contract/schools';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { person } from '../../testing/people.ts';
import { show } from '../../testing/render.tsx';
import { InviteDialog } from './InviteDialog.tsx';

const account = (has_password: boolean) =>
  on(ownAccount.account, {
    ...{ salutation: '', vorname: 'Miriam', name: 'Falkner', email: 'm@schule.example', username: '', schulname: 'Schule', locale: null },
    ...{ version: 1, has_password, new_email: null, notifications: [] },
    can: { rename: true, changePassword: has_password, changeEmail: true, delete: true },
  });

/** The dialog with everything filled in for another administrator. */
async function invite(has_password: boolean) {
  const api = fakeApi(account(has_password), on(invitations.create, { id: 'x' } as never));
  const school = { id: 'school-1', name: 'Schule' } as School;
  await show(<InviteDialog school={school} onClose={vi.fn()} />, { user: person({ school_admin: '1', school_id: 'school-1' }) });
  fireEvent.click(screen.getByText('Eine Person'));
  fireEvent.change(screen.getByLabelText('E-Mail'), { target: { value: 'neu@schule.example' } });
  fireEvent.change(screen.getByLabelText('Rolle'), { target: { value: 'school_admin' } });
  return api;
}

describe('inviting another administrator', () => {
  it('asks for the own password', async () => {
    const api = await invite(true);
    const send = screen.getByRole('button', { name: 'Einladung senden' });
    await waitFor(() => expect(api.to(ownAccount.account)).toHaveLength(1));
    expect(send).toHaveProperty('disabled', true);
    fireEvent.change(screen.getByLabelText('Ihr Passwort'), { target: { value: 'geheim' } });
    fireEvent.click(send);
    await waitFor(() => expect(api.to(invitations.create)[0]?.body).toMatchObject({ role: 'school_admin', password: 'geheim' }));
  });

  it('asks nothing of whoever comes by another portal and has none', async () => {
    const api = await invite(false);
    await waitFor(() => expect(screen.queryByLabelText('Ihr Passwort')).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Einladung senden' }));
    await waitFor(() => expect(api.to(invitations.create)).toHaveLength(1));
    expect(api.to(invitations.create)[0]?.body).not.toHaveProperty('password');
  });
});
