import { accounts } from '@fundus/contract/accounts/accounts';
import { ownAccount } from '@fundus/contract/accounts/own';
import { invitations } from '@fundus/contract/invitations/invitations';
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

/** Opens the dialog and fills it in to invite another administrator. */
async function invite(has_password: boolean) {
  const api = fakeApi(account(has_password), on(invitations.create, { id: 'x' } as never));
  await show(<InviteDialog to={{ school: 'school-1', name: 'Schule' }} onClose={vi.fn()} />, {
    user: person({ school_admin: '1', school_id: 'school-1' }),
  });
  fireEvent.click(screen.getByText('Eine Person'));
  fireEvent.change(screen.getByLabelText('E-Mail'), { target: { value: 'neu@schule.example' } });
  fireEvent.change(screen.getByLabelText('Rolle'), { target: { value: 'school_admin' } });
  return api;
}

describe('inviting another administrator', () => {
  it('asks for the user’s own password', async () => {
    const api = await invite(true);
    const send = screen.getByRole('button', { name: 'Einladung senden' });
    await waitFor(() => expect(api.to(ownAccount.account)).toHaveLength(1));
    expect(send).toHaveProperty('disabled', true);
    fireEvent.change(screen.getByLabelText('Ihr Passwort'), { target: { value: 'geheim' } });
    fireEvent.click(send);
    await waitFor(() => expect(api.to(invitations.create)[0]?.body).toMatchObject({ role: 'school_admin', password: 'geheim' }));
  });

  it("asks for no password if the user's account has none", async () => {
    const api = await invite(false);
    await waitFor(() => expect(screen.queryByLabelText('Ihr Passwort')).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Einladung senden' }));
    await waitFor(() => expect(api.to(invitations.create)).toHaveLength(1));
    expect(api.to(invitations.create)[0]?.body).not.toHaveProperty('password');
  });
});

it('previews the invitation mail with the personal message', async () => {
  await invite(true);
  fireEvent.change(screen.getByLabelText('Nachricht (optional)'), { target: { value: 'Bis Montag!' } });
  fireEvent.change(screen.getByLabelText('Gültig bis (optional)'), { target: { value: '24.12.2026' } });
  const mail = screen.getByText('So sieht die Einladung aus').closest('details')!;
  expect(mail.textContent).toContain('Einladung: Schule');
  expect(mail.textContent).toContain('Rolle: Schuladministration');
  expect(mail.textContent).toContain('ist bis 24. Dezember 2026 gültig');
  expect(mail.querySelector('blockquote')?.textContent).toBe('Bis Montag!');
});

const made = {
  ...{
    id: 'A'.repeat(22),
    kind: 'link' as const,
    target: 'class' as const,
    school: { id: 'school-1', name: 'Schule' },
    role: 'student' as const,
  },
  ...{
    class: null,
    district: null,
    capabilities: [],
    email: null,
    name: '',
    allowed_domains: [],
    own_school_only: true,
    students_allowed: true,
    needs_confirmation: false,
  },
  ...{ max_uses: null, used_count: 0, waiting: 0, expires_on: '2026-12-21', message: '', state: 'active' as const },
  ...{ created_at: '2026-11-21T10:00:00Z', sent_at: null, can: { resend: false, revoke: true } },
};
const CLASS = '0198c1f0-0000-7000-8000-000000000001';

describe('inviting to a class', () => {
  const open = async () => {
    // The first write fetches a CSRF token from this call.
    const api = fakeApi(on(accounts.userinfo, person()), on(invitations.create, made));
    await show(<InviteDialog to={{ class_id: CLASS, name: '8b' }} onClose={vi.fn()} />, { user: person() });
    return api;
  };

  it('creates a link for learners of the school without asking for mail domains', async () => {
    const api = await open();
    expect(screen.queryByLabelText('Nur Adressen von (optional)')).toBeNull();
    expect(screen.queryByLabelText(/Nur diese Schule/)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Link erstellen' }));
    await waitFor(() => expect(api.to(invitations.create)).toHaveLength(1));
    expect(api.to(invitations.create)[0]?.body).toMatchObject({
      ...{ kind: 'link', target: 'class', class_id: CLASS, role: 'student', own_school_only: true, students_allowed: true },
      needs_confirmation: false,
    });
  });

  it('creates a link for teachers of other schools', async () => {
    const api = await open();
    fireEvent.change(screen.getByLabelText('Rolle'), { target: { value: 'teacher' } });
    fireEvent.click(screen.getByLabelText(/Auch für Lernende/));
    fireEvent.click(screen.getByLabelText(/Nur diese Schule/));
    fireEvent.click(screen.getByRole('button', { name: 'Link erstellen' }));
    await waitFor(() => expect(api.to(invitations.create)).toHaveLength(1));
    expect(await screen.findByLabelText('Adresse')).toBeTruthy();
    expect(api.to(invitations.create)[0]?.body).toMatchObject({ role: 'teacher', own_school_only: false, students_allowed: false });
  });
});
