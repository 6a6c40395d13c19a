import { AppError } from '@fundus/contract/errors';
import { accounts } from '@fundus/contract/accounts/accounts';
import { legal } from '@fundus/contract/legal/legal';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { person } from '../../testing/people.ts';
import { show } from '../../testing/render.tsx';
import { ContactForm } from './ContactForm.tsx';
import { Screen } from './ContactScreen.tsx';

const user = on(accounts.userinfo, false);
const type = (label: string | RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const send = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Nachricht senden' })));
const form = (topic: 'contact' | 'accessibility', page = '', about: Parameters<typeof show>[1] = { user: false }) =>
  show(<ContactForm topic={topic} page={page} sentLevel={2} />, about);

describe('contact form', () => {
  it('focuses the first of several missing values', async () => {
    const api = fakeApi(user);
    await form('contact');
    type('Ihre E-Mail-Adresse', 'kim@');
    await send();
    expect(await screen.findByText(/eine vollständige E-Mail-Adresse/)).toBeTruthy();
    expect(screen.getByText(/Ein paar Worte genügen/)).toBeTruthy();
    expect(screen.getByText('Bitte schreiben Sie Ihre Nachricht.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Ihre E-Mail-Adresse')));
    type('Ihre E-Mail-Adresse', 'kim@schule.example');
    expect(screen.queryByText(/eine vollständige/)).toBeNull();
    expect(api.to(legal.contact)).toEqual([]);
  });

  it('sends the message of a signed-in user', async () => {
    const api = fakeApi(user, on(legal.contact, { copy: true, answer_by: null }));
    await form('contact', '', { user: person({ vorname: 'Miriam', name: 'Falkner', email: 'm@schule.example' }) });
    type('Betreff', 'Frage');
    type('Nachricht', 'Hallo');
    fireEvent.click(screen.getByRole('checkbox', { name: /Kopie an mich senden/ }));
    await send();
    const heading = await screen.findByRole('heading', { name: 'Vielen Dank für Ihre Nachricht' });
    expect(document.activeElement).toBe(heading);
    expect(screen.getByText('Eine Kopie geht an m@schule.example.')).toBeTruthy();
    expect(api.to(legal.contact)[0]!.body).toMatchObject({
      topic: 'contact',
      name: 'Miriam Falkner',
      email: 'm@schule.example',
      subject: 'Frage',
      text: 'Hallo',
      copy: true,
      language: 'de',
      website: '',
    });
  });

  it('requires no e-mail address to report a barrier', async () => {
    const api = fakeApi(user, on(legal.contact, { copy: false, answer_by: '2026-12-21' }));
    await form('accessibility', '/search?q=Wasser');
    expect(screen.getByLabelText<HTMLInputElement>('Betroffene Seite').value).toBe('/search?q=Wasser');
    type('Betreff', 'Filter');
    type('Was ist Ihnen aufgefallen?', 'Nicht erreichbar');
    await send();
    await screen.findByText(/können wir Ihnen nicht antworten/);
    expect(api.to(legal.contact)[0]!.body).toMatchObject({ topic: 'accessibility', email: '', page: '/search?q=Wasser' });
  });

  it('starts with the query of a search without results', async () => {
    fakeApi(user, on(legal.page, new AppError('not_available')));
    await show(<Screen name="contact" params={{}} search="wish=Xyzzy" go={() => {}} from={null} />, { user: false });
    expect(screen.getByLabelText<HTMLInputElement>('Betreff').value).toBe('Medienwunsch: Xyzzy');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Nachricht').value).toContain('nach „Xyzzy“ gesucht');
  });

  it('keeps the input if sending failed', async () => {
    fakeApi(user, on(legal.contact, new AppError('too_many_attempts', { details: { retry_after: 899 } })));
    await form('contact');
    type('Ihre E-Mail-Adresse', 'kim@schule.example');
    type('Betreff', 'Frage');
    type('Nachricht', 'Hallo');
    await send();
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('in 15 Minuten'));
    expect(screen.getByLabelText<HTMLTextAreaElement>('Nachricht').value).toBe('Hallo');
  });

  it('hides the honeypot field from users', async () => {
    fakeApi(user);
    await form('contact');
    const trap = document.querySelector<HTMLInputElement>('[name=website]')!;
    expect(trap.tabIndex).toBe(-1);
    expect(trap.closest('[aria-hidden=true]')).not.toBeNull();
    expect(screen.queryByRole('textbox', { name: /leer lassen/ })).toBeNull();
  });
});
