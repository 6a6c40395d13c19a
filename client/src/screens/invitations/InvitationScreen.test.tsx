import { accounts } from '@fundus/contract/accounts/accounts';
import { AppError } from '@fundus/contract/errors';
import { invitations, type OpenInvitation } from '@fundus/contract/invitations/invitations';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { frontendConfig, person } from '../../testing/people.ts';
import { show } from '../../testing/render.tsx';
import { Screen } from './InvitationScreen.tsx';

const ID = 'A'.repeat(22);
const invitation = (more: Partial<OpenInvitation> = {}): OpenInvitation => ({
  id: ID,
  kind: 'link',
  target: 'school',
  school: { id: 'school-1', name: 'Gymnasium am Lindenhof', city: 'Lindenau' },
  class: null,
  district: null,
  role: 'teacher',
  capabilities: [],
  own_school_only: true,
  students_allowed: false,
  email: null,
  vorname: '',
  name: '',
  expires_on: '2026-12-21',
  message: '',
  needs_confirmation: false,
  visitor: 'open',
  from: null,
  ...more,
});

const CLASS = '0198c1f0-0000-7000-8000-000000000001';
const toClass = (more: Partial<OpenInvitation> = {}): OpenInvitation =>
  invitation({ target: 'class', class: { id: CLASS, name: '8b' }, role: 'student', students_allowed: true, ...more });

const open = async (about: Parameters<typeof show>[1] = {}) => {
  const go = vi.fn();
  const signOut = vi.fn();
  await show(<Screen name="invitation" params={{ id: ID }} search="" go={go} from={null} />, {
    user: person(),
    config: frontendConfig(),
    signOut,
    ...about,
  });
  return { go, signOut };
};

beforeEach(() => localStorage.clear());

describe('page of an invitation', () => {
  it('offers guests sign-in and registration', async () => {
    fakeApi(on(invitations.show, invitation({ visitor: 'guest' })));
    await open({ user: false, config: frontendConfig({ AllowRegister: true }) });
    const register = await screen.findByRole('link', { name: 'Registrieren' });
    expect(register.getAttribute('href')).toBe(`/register?invitation=${ID}`);
    fireEvent.click(screen.getByRole('link', { name: 'Anmelden' }));
    expect(localStorage.getItem('redirectUrl')).toBe(`/invitation/${ID}`);
  });

  it('offers registration with a personal invitation in a portal without open registration', async () => {
    fakeApi(on(invitations.show, invitation({ visitor: 'guest', kind: 'personal', email: 'neu@schule.example' })));
    await open({ user: false });
    expect((await screen.findByRole('link', { name: 'Registrieren' })).getAttribute('href')).toBe(`/register/invited/${ID}`);
    cleanup();
    fakeApi(on(invitations.show, invitation({ visitor: 'guest' })));
    await open({ user: false });
    await screen.findByRole('link', { name: 'Anmelden' });
    expect(screen.queryByRole('link', { name: 'Registrieren' })).toBeNull();
  });

  it('lists the responsibilities of invited staff', async () => {
    const staff = { target: 'district', kind: 'personal', school: null, district: { id: 'd', name: 'Medienzentrum' } } as const;
    fakeApi(
      on(invitations.show, invitation({ ...staff, role: 'staff', capabilities: ['cap_lending', 'cap_news'] })),
      on(invitations.accept, { outcome: 'sign_in' }),
    );
    const setUser = vi.fn();
    const { go } = await open({ setUser });
    expect(await screen.findByText('Verleih, Neuigkeiten')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Annehmen' }));
    await waitFor(() => expect(go).toHaveBeenCalledWith('/login'));
    // No address is stored, because the start page opens after the sign-in anyway.
    expect(localStorage.getItem('redirectUrl')).toBeNull();
  });

  it('offers learners no registration', async () => {
    fakeApi(on(invitations.show, invitation({ visitor: 'guest', role: 'student' })));
    await open({ user: false, config: frontendConfig({ AllowRegister: true }) });
    await screen.findByRole('link', { name: 'Anmelden' });
    expect(screen.queryByRole('link', { name: 'Registrieren' })).toBeNull();
  });

  it('accepts the invitation with one click', async () => {
    const api = fakeApi(
      on(invitations.show, invitation()),
      on(invitations.accept, { outcome: 'joined' }),
      on(accounts.userinfo, person({ school_id: 'school-1' })),
    );
    const { go } = await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Annehmen' }));
    await waitFor(() => expect(go).toHaveBeenCalledWith('/school'));
    expect(api.to(invitations.accept)[0]?.body).toEqual({ change_school: false });
  });

  it('requires a new administrator to sign in again', async () => {
    fakeApi(on(invitations.show, invitation({ role: 'school_admin' })), on(invitations.accept, { outcome: 'sign_in' }));
    const setUser = vi.fn();
    const { go } = await open({ setUser });
    fireEvent.click(await screen.findByRole('button', { name: 'Annehmen' }));
    await waitFor(() => expect(go).toHaveBeenCalledWith('/login'));
    expect(setUser).toHaveBeenCalledWith(false);
    expect(localStorage.getItem('redirectUrl')).toBe('/school');
  });

  it('asks for confirmation before the user changes schools', async () => {
    const api = fakeApi(
      on(invitations.show, invitation({ visitor: 'other_school', from: 'Talblick' })),
      on(invitations.accept, { outcome: 'joined' }),
      on(accounts.userinfo, person()),
    );
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Annehmen' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Talblick');
    expect(api.to(invitations.accept)).toHaveLength(0);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Schule wechseln' }));
    await waitFor(() => expect(api.to(invitations.accept)[0]?.body).toEqual({ change_school: true }));
  });

  it.each([
    ['member', 'Sie gehören schon zu Gymnasium am Lindenhof.'],
    ['waiting', 'Anfrage gesendet. Gymnasium am Lindenhof entscheidet darüber und benachrichtigt Sie.'],
    ['rejected', 'Gymnasium am Lindenhof hat Ihre Anfrage nicht bestätigt.'],
  ] as const)('shows the state "%s" of a school invitation', async (visitor, words) => {
    fakeApi(on(invitations.show, invitation({ visitor })));
    await open();
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Annehmen' })).toBeNull();
  });

  it('offers guests sign-in with a learner code', async () => {
    fakeApi(on(invitations.show, toClass({ visitor: 'guest', role: 'teacher' })));
    await open({ user: false, config: frontendConfig({ AllowRegister: true }) });
    expect(await screen.findByRole('heading', { level: 1, name: 'Einladung in die Klasse 8b' })).toBeTruthy();
    expect(screen.getByText('Gymnasium am Lindenhof, Lindenau')).toBeTruthy();
    expect(screen.getByText('Lehrkraft oder Lernende')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Registrieren' })).toBeTruthy();
    const code = screen.getByRole('link', { name: 'Mit Zugangscode anmelden' });
    expect(code.getAttribute('href')).toBe('/login#code');
    fireEvent.click(code);
    expect(localStorage.getItem('redirectUrl')).toBe(`/invitation/${ID}`);
  });

  it('offers no learner code if only teachers are invited', async () => {
    fakeApi(on(invitations.show, toClass({ visitor: 'guest', role: 'teacher', students_allowed: false })));
    await open({ user: false });
    await screen.findByRole('link', { name: 'Anmelden' });
    expect(screen.queryByRole('link', { name: 'Mit Zugangscode anmelden' })).toBeNull();
  });

  it('opens the class after accepting', async () => {
    fakeApi(on(invitations.show, toClass()), on(invitations.accept, { outcome: 'joined' }), on(accounts.userinfo, person()));
    const { go } = await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Annehmen' }));
    await waitFor(() => expect(go).toHaveBeenCalledWith(`/class/${CLASS}`));
  });

  it.each([
    ['member', 'Sie sind bereits in der Klasse 8b.'],
    ['waiting', 'Anfrage gesendet. Eine verantwortliche Lehrkraft der Klasse 8b entscheidet darüber.'],
    ['rejected', 'Die Anfrage für die Klasse 8b wurde nicht bestätigt.'],
  ] as const)('shows the state "%s" of a class invitation', async (visitor, words) => {
    fakeApi(on(invitations.show, toClass({ visitor })));
    await open();
    expect(await screen.findByText(words)).toBeTruthy();
    if (visitor === 'member') expect(screen.getByRole('link', { name: 'Zur Klasse' }).getAttribute('href')).toBe(`/class/${CLASS}`);
  });

  it('tells a learner that the membership is suspended', async () => {
    fakeApi(on(invitations.show, new AppError('suspended', { details: { reason: 'member' } })));
    await open();
    expect(await screen.findByText('Deine Mitgliedschaft in dieser Klasse ist pausiert. Frag deine Lehrkraft.')).toBeTruthy();
  });

  it('lets the user continue with another account', async () => {
    fakeApi(on(invitations.show, new AppError('wrong_account')));
    const { signOut } = await open();
    expect(await screen.findByText('Angemeldet als lehrkraft@demo.example')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Abmelden' }));
    expect(signOut).toHaveBeenCalled();
    expect(localStorage.getItem('redirectUrl')).toBe(`/invitation/${ID}`);
  });

  it.each(['invalid_link', 'expired', 'revoked', 'exhausted', 'role_not_allowed', 'domain_not_allowed'] as const)(
    'explains how to resolve the error %s',
    async (code) => {
      fakeApi(on(invitations.show, new AppError(code)));
      await open();
      expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
      expect(screen.getByRole('link', { name: 'Zur Startseite' })).toBeTruthy();
    },
  );
});
