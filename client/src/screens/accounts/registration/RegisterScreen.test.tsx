import { accounts } from '@fundus/contract/accounts/accounts';
import { registration } from '@fundus/contract/accounts/registration';
import { invitations, type OpenInvitation } from '@fundus/contract/invitations/invitations';
import { AppError } from '@fundus/contract/errors';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Go, ScreenProps } from '../../../components/page/screen.ts';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { frontendConfig } from '../../../testing/people.ts';
import { show } from '../../../testing/render.tsx';
import { Screen as RegisterScreen } from './RegisterScreen.tsx';
import { Screen as SuccessScreen } from './RegisterSuccessScreen.tsx';

const guest = on(accounts.userinfo, false);
const school = { id: 'school-a', name: 'Schule am Deich', number: '4711', postcode: '26506', city: 'Nordhafen' };
const schools = on(registration.registerSchools, ({ query }) => ({ items: query.q?.startsWith('de') ? [school] : [] }));
const type = (label: string | RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string | RegExp) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));

async function opened(config = {}, search = '') {
  const go = vi.fn<Go>();
  const props = { name: 'register', params: {}, search, go, from: null } as ScreenProps<'register'>;
  await show(<RegisterScreen {...props} />, { user: false, config: frontendConfig({ AllowRegister: true, ...config }) });
  return go;
}

function fillIn() {
  type('Vorname', 'Ada');
  type('Nachname', 'Lindner');
  type('E-Mail', 'ada@schule.example');
  type('Passwort', 'rostiger Anker singt');
  fireEvent.click(screen.getByRole('checkbox'));
}

describe('registering with an invitation', () => {
  const id = 'A'.repeat(22);
  const invitation: OpenInvitation = {
    id,
    kind: 'personal',
    target: 'school',
    school: { id: 'school-a', name: 'Schule am Deich', city: 'Nordhafen' },
    class: null,
    district: null,
    capabilities: [],
    own_school_only: true,
    students_allowed: false,
    role: 'teacher',
    email: 'ada@schule.example',
    vorname: 'Ada',
    name: 'Lindner',
    expires_on: '2026-12-21',
    message: '',
    needs_confirmation: false,
    visitor: 'guest',
    from: null,
  };

  it('prefills school, e-mail address and name', async () => {
    const api = fakeApi(guest, on(invitations.show, invitation), on(registration.register, { ok: true }));
    const go = await opened({}, `?invitation=${id}`);
    expect(await screen.findByText(/Schule am Deich hat Sie eingeladen/)).toBeTruthy();
    expect(screen.getByDisplayValue('ada@schule.example').hasAttribute('readonly')).toBe(true);
    expect(screen.getByDisplayValue('Schule am Deich, Nordhafen').hasAttribute('readonly')).toBe(true);
    expect(screen.queryByRole('combobox', { name: 'Schule' })).toBeNull();
    type('Passwort', 'rostiger Anker singt');
    fireEvent.click(screen.getByRole('checkbox'));
    await press('Registrieren');
    await waitFor(() => expect(go).toHaveBeenCalledWith('/register/success'));
    expect(api.to(registration.register)[0]!.body).toMatchObject({
      invitation: id,
      vorname: 'Ada',
      name: 'Lindner',
      email: 'ada@schule.example',
    });
  });

  it('keeps the invitation if it is temporarily unavailable', async () => {
    let reached = false;
    fakeApi(
      guest,
      on(invitations.show, () => (reached ? invitation : new AppError('unavailable'))),
    );
    await opened({}, `?invitation=${id}`);
    const again = await screen.findByRole('button', { name: 'Noch einmal versuchen' });
    expect(screen.queryByText(/Einladung ist nicht mehr gültig/)).toBeNull();
    reached = true;
    await act(async () => void fireEvent.click(again));
    expect(await screen.findByText(new RegExp('Schule am Deich'))).toBeTruthy();
  });

  it('shows district staff no texts about schools or learners', async () => {
    const district = { id: 'district-a', name: 'Medienzentrum Nord' };
    fakeApi(guest, on(invitations.show, { ...invitation, target: 'district', role: 'staff', school: null, district }));
    await opened({}, `?invitation=${id}`);
    expect(await screen.findByText(/Team des Medienzentrums/)).toBeTruthy();
    expect(screen.queryByText(/Beschäftigte einer Schule|Schülerinnen/)).toBeNull();
  });

  it('continues without an expired invitation', async () => {
    fakeApi(guest, schools, on(invitations.show, new AppError('expired')));
    await opened({}, `?invitation=${id}`);
    expect(await screen.findByText(/Die Einladung ist nicht mehr gültig/)).toBeTruthy();
    expect(screen.getByRole('combobox', { name: 'Schule' })).toBeTruthy();
  });
});

describe('registering', () => {
  it('registers with a school found by part of its name', async () => {
    const api = fakeApi(guest, schools, on(registration.register, { ok: true }));
    const go = await opened();
    fillIn();
    const field = screen.getByRole('combobox', { name: 'Schule' });
    fireEvent.change(field, { target: { value: 'deich' } });
    await screen.findByRole('option', { name: /Schule am Deich/ });
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    expect(screen.getByRole('option', { name: /Schule am Deich/ }).getAttribute('aria-selected')).toBe('true');
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(screen.getByDisplayValue('Schule am Deich, 26506 Nordhafen · 4711')).toBeTruthy();
    await press('Registrieren');
    await waitFor(() => expect(go).toHaveBeenCalledWith('/register/success'));
    expect(api.to(registration.register)[0]!.body).toMatchObject({
      vorname: 'Ada',
      name: 'Lindner',
      email: 'ada@schule.example',
      school_id: 'school-a',
      school_wish: '',
      role: 'L',
      terms: true,
      language: 'de',
      website: '',
    });
  });

  it('registers with the name of an unlisted school', async () => {
    const api = fakeApi(guest, schools, on(registration.register, { ok: true }));
    const go = await opened();
    fillIn();
    fireEvent.change(screen.getByRole('combobox', { name: 'Schule' }), { target: { value: 'Waldschule' } });
    fireEvent.click(await screen.findByRole('option', { name: /Keine Schule gefunden/ }));
    expect(screen.getByLabelText<HTMLInputElement>('Name und Ort Ihrer Schule').value).toBe('Waldschule');
    type('Name und Ort Ihrer Schule', 'Waldschule Heide');
    await press('Registrieren');
    await waitFor(() => expect(go).toHaveBeenCalled());
    expect(api.to(registration.register)[0]!.body).toMatchObject({ school_id: null, school_wish: 'Waldschule Heide' });
  });

  it('focuses the first of several missing values', async () => {
    const api = fakeApi(guest);
    await opened();
    await press('Registrieren');
    for (const text of [/Ihren Vornamen ein/, /Ihren Nachnamen ein/, /vollständige E-Mail-Adresse/])
      expect(screen.getByText(text)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Vorname'));
    expect(api.to(registration.register)).toEqual([]);
  });

  it('removes the error of a changed field without moving the focus', async () => {
    fakeApi(guest);
    await opened();
    await press('Registrieren');
    type('Vorname', 'M');
    expect(screen.queryByText(/Ihren Vornamen ein/)).toBeNull();
    expect(screen.getByText(/Ihren Nachnamen ein/)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Vorname'));
  });

  it('shows which password rules are met', async () => {
    fakeApi(guest);
    await opened();
    const met = () => [...document.querySelectorAll('.password-rules .met')].length;
    type('Nachname', 'Lindner');
    expect(met()).toBe(0);
    type('Passwort', 'Passwort1234');
    expect(met()).toBe(1);
    type('Passwort', 'Lindner singt laut');
    expect(met()).toBe(2);
    type('Passwort', 'rostiger Anker singt');
    expect(met()).toBe(3);
  });

  it('keeps the input after an error of the server', async () => {
    const refusal = new AppError('validation_failed', { field: 'email', details: { problems: [{ field: 'password', rule: 'personal' }] } });
    fakeApi(guest, schools, on(registration.register, refusal));
    const go = await opened();
    fillIn();
    fireEvent.change(screen.getByRole('combobox', { name: 'Schule' }), { target: { value: 'deich' } });
    fireEvent.click(await screen.findByRole('option', { name: /Schule am Deich/ }));
    await press('Registrieren');
    expect(await screen.findByText(/darf Ihren Namen, Ihre Adresse und Ihre Schule nicht enthalten/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Vorname').value).toBe('Ada');
    expect(go).not.toHaveBeenCalled();
  });

  it('asks for a borrower code only if borrowers sign in with one', async () => {
    fakeApi(guest);
    await opened({ LoginEntleiherCode: true });
    expect(screen.getByLabelText(/Entleihercode/)).toBeTruthy();
  });
});

describe('after registering', () => {
  const props = { name: 'register-success', params: {}, search: '', go: () => {}, from: null } as ScreenProps<'register-success'>;
  const open = (from: typeof props.from = null) => show(<SuccessScreen {...props} from={from} />, { user: false });
  const token = 'A'.repeat(43);
  beforeEach(() => history.replaceState(null, '', '/register/success'));

  it.each([
    ['who comes from the form', { href: '/register?invitation=x', title: '' }, 'Bitte E-Mail prüfen'],
    ['who typed the address', null, 'Registrierung bestätigen'],
  ])('shows the heading for a visitor %s', async (_, from, title) => {
    fakeApi(guest);
    await open(from);
    expect(screen.getByRole('heading', { name: title })).toBeTruthy();
  });

  it('confirms the registration only after a click', async () => {
    const api = fakeApi(guest, on(registration.confirmRegistration, { state: 'pending_approval' }));
    history.replaceState(null, '', `/register/success#${token}`);
    await open();
    expect(location.hash).toBe('');
    expect(api.calls).toEqual([]);
    await press('Ja, das ist meine Adresse');
    expect(await screen.findByText(/Jetzt bestätigt Ihre Schule die Registrierung/)).toBeTruthy();
    expect(api.to(registration.confirmRegistration)[0]!.body).toEqual({ token });
  });

  it.each([
    ['expired', /Der Link war 24 Stunden gültig/],
    ['revoked', /schon verwendet/],
    ['validation_failed', /beim Kopieren abgeschnitten/],
  ] as const)('explains why a confirmation link is invalid: %s', async (code, text) => {
    fakeApi(guest, on(registration.confirmRegistration, new AppError(code, { field: 'token' })));
    history.replaceState(null, '', `/register/success#${token}`);
    await open();
    await press('Ja, das ist meine Adresse');
    expect((await screen.findByRole('alert')).textContent).toMatch(text);
  });
});
