import { accounts } from '@fundus/contract/accounts/accounts';
import { factors } from '@fundus/contract/accounts/factors';
import { ownAccount, type OwnAccount } from '@fundus/contract/accounts/own';
import { providers, type OwnSchools } from '@fundus/contract/accounts/providers';
import { classes } from '@fundus/contract/classes/classes';
import { AppError } from '@fundus/contract/errors';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { ScreenProps } from '../../../components/page/screen.ts';
import { classLine, classList } from '../../../testing/class.ts';
import { fakeApi as fakeCalls, on } from '../../../testing/fake-api.ts';
import { person } from '../../../testing/people.ts';
import { show } from '../../../testing/render.tsx';
import { Screen } from './AccountScreen.tsx';

const own = (about: Partial<OwnAccount> = {}): OwnAccount => ({
  salutation: 'ms',
  vorname: 'Miriam',
  name: 'Falkner',
  email: 'miriam@schule.example',
  username: '',
  schulname: 'Gymnasium am Lindenhof',
  locale: null,
  version: 3,
  new_email: null,
  has_password: true,
  notifications: [
    { name: 'registrations', mail: 'now', portal: true },
    { name: 'licences', mail: 'daily', portal: true },
    { name: 'searches', mail: 'off', portal: true },
  ],
  can: { rename: true, changePassword: true, changeEmail: true, delete: true },
  ...about,
});
/** Creates a fake API for a teacher who has no classes. */
const fakeApi = (...routes: Parameters<typeof fakeCalls>) => fakeCalls(on(classes.list, classList()), ...routes);

const user = on(accounts.userinfo, person());
const noIdentities = on(providers.identities, { items: [], others: [] });
const oneSchool = on(providers.ownSchools, { items: [], current: 'a', role: 'L' });
const noFactors = on(factors.factors, { required: false, items: [], codes: 0 });
const session = (id: string, about: object = {}) => ({
  id,
  device: 'Firefox · Windows',
  created_at: '2026-11-20T08:00:00Z',
  last_seen_at: '2026-11-21T09:30:00Z',
  stay: false,
  current: false,
  ...about,
});
const [HERE, THERE] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];

const press = (name: string | RegExp) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

async function opened(section?: string, about: Parameters<typeof show>[1] = {}) {
  const props = { name: 'account', params: section ? { section } : {}, search: '', go: () => {}, from: null } as ScreenProps<'account'>;
  const view = await show(<Screen {...props} />, about);
  await screen.findAllByRole('heading', { level: 2 });
  return view;
}

describe('profile', () => {
  it('shows teachers the subjects and grades of their active classes', async () => {
    const items = [
      classLine({ name: '8b', grade: 8, subject: '220' }),
      classLine({ id: THERE, name: '10a', grade: 10, subject: null }),
      classLine({ id: HERE, name: '5c', grade: 5, state: 'locked' }),
    ];
    fakeApi(user, oneSchool, on(ownAccount.account, own()), on(classes.list, classList(items)));
    await opened();
    const taught = await screen.findByRole('region', { name: 'Mein Unterricht' });
    expect(await within(taught).findByText('8, 10')).toBeTruthy();
    expect(within(taught).getByRole('link', { name: '8b' }).getAttribute('href')).toBe(`/class/${classLine().id}`);
    expect(within(taught).queryByText('5c')).toBeNull();
  });

  it('shows no classes to learners', async () => {
    fakeApi(user, oneSchool, on(ownAccount.account, own()));
    await opened(undefined, { user: person({ role: 'S' }) });
    expect(screen.queryByRole('region', { name: 'Mein Unterricht' })).toBeNull();
  });

  it('saves the changed name and language', async () => {
    const changed = own({ name: 'Berg', locale: 'en', version: 4 });
    const api = fakeApi(user, oneSchool, on(ownAccount.account, own()), on(ownAccount.changeAccount, changed));
    const changeLanguage = vi.fn();
    await opened(undefined, { changeLanguage });
    type('Nachname', 'Berg');
    type('Sprache', 'en');
    await press('Speichern');
    await waitFor(() => expect(changeLanguage).toHaveBeenCalledWith('en'));
    expect(api.to(ownAccount.changeAccount)[0]!.body).toEqual({
      version: 3,
      salutation: 'ms',
      vorname: 'Miriam',
      name: 'Berg',
      locale: 'en',
    });
  });

  it('rejects an empty name without a request', async () => {
    const api = fakeApi(
      user,
      oneSchool,
      on(ownAccount.account, own()),
      on(ownAccount.changeAccount, new AppError('version_conflict', { field: 'version' })),
    );
    await opened();
    type('Vorname', ' ');
    await press('Speichern');
    expect(screen.getByText('Bitte geben Sie Ihren Vornamen ein.')).toBeTruthy();
    expect(api.to(ownAccount.changeAccount)).toEqual([]);
    type('Vorname', 'Mia');
    await press('Speichern');
    expect((await screen.findByRole('alert')).textContent).toMatch(/inzwischen von jemand anderem geändert/);
  });

  it("saves the user's input on the next attempt after a concurrent change", async () => {
    let now = own({ version: 3 });
    const api = fakeApi(
      user,
      oneSchool,
      on(ownAccount.account, () => now),
      on(ownAccount.changeAccount, ({ body }) =>
        (body as { version: number }).version === now.version ? now : new AppError('version_conflict', { field: 'version' }),
      ),
    );
    await opened();
    now = own({ version: 4, email: 'neu@schule.example' });
    type('Vorname', 'Mia');
    await press('Speichern');
    await screen.findByText('neu@schule.example');
    expect((screen.getByLabelText('Vorname') as HTMLInputElement).value).toBe('Mia');
    await press('Speichern');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(api.to(ownAccount.changeAccount).at(-1)!.body).toMatchObject({ vorname: 'Mia', version: 4 });
  });

  it('does not let a learner edit the name', async () => {
    fakeApi(
      user,
      oneSchool,
      on(ownAccount.account, own({ can: { rename: false, changePassword: true, changeEmail: false, delete: true } })),
    );
    await opened();
    expect(screen.queryByLabelText('Vorname')).toBeNull();
    expect(screen.queryByText('E-Mail-Adresse')).toBeNull();
  });

  it('requests a new e-mail address after the user enters the password', async () => {
    const wrong = new AppError('validation_failed', { field: 'password', details: { problems: [{ field: 'password', rule: 'wrong' }] } });
    let tries = 0;
    const waiting = own({ new_email: 'neu@schule.example' });
    const api = fakeApi(
      user,
      oneSchool,
      on(ownAccount.account, () => (tries > 1 ? waiting : own())),
      on(ownAccount.changeEmail, () => (++tries === 1 ? wrong : waiting)),
    );
    await opened();
    await screen.findByRole('button', { name: 'Adresse ändern' });
    await press('Adresse ändern');
    type('Neue Adresse', 'neu@schule.example');
    type('Aktuelles Passwort', 'falsch');
    await press('Bestätigungsmail senden');
    expect(await screen.findByText('Das ist nicht Ihr aktuelles Passwort.')).toBeTruthy();
    type('Aktuelles Passwort', 'richtig');
    await press('Bestätigungsmail senden');
    expect(await screen.findByText(/Mail an neu@schule.example ist unterwegs/)).toBeTruthy();
    expect(api.to(ownAccount.changeEmail)[1]!.body).toEqual({ email: 'neu@schule.example', password: 'richtig' });
  });
});

describe('choice of several schools', () => {
  const schools = (current: string | null): OwnSchools => ({
    items: [
      { id: 'a', name: 'Schule am Deich', role: null },
      { id: 'b', name: 'Waldschule', role: null },
    ],
    current,
    role: 'L',
  });

  it('lets the user switch to another school', async () => {
    let current = 'a';
    const api = fakeApi(
      user,
      on(ownAccount.account, own()),
      on(providers.ownSchools, () => schools(current)),
      on(providers.chooseSchool, () => schools((current = 'b'))),
    );
    await opened();
    const button = await screen.findByRole('button', { name: 'Schule wechseln' });
    expect(button).toHaveProperty('disabled', true);
    type('Schule', 'b');
    await press('Schule wechseln');
    await waitFor(() => expect(api.to(providers.ownSchools).length).toBeGreaterThan(1));
    expect(api.to(providers.chooseSchool)[0]!.body).toEqual({ school_id: 'b' });
    await waitFor(() => expect(button).toHaveProperty('disabled', true));
  });

  it('shows an error if the last administrator tries to leave a school', async () => {
    fakeApi(
      user,
      on(ownAccount.account, own()),
      on(providers.ownSchools, schools('a')),
      on(providers.chooseSchool, new AppError('state_conflict', { details: { reason: 'last_admin' } })),
    );
    await opened();
    await screen.findByRole('button', { name: 'Schule wechseln' });
    type('Schule', 'b');
    await press('Schule wechseln');
    expect((await screen.findByRole('alert')).textContent).toMatch(/die einzige Person/);
  });

  it('is hidden if the user has only one school', async () => {
    fakeApi(user, oneSchool, on(ownAccount.account, own()));
    await opened();
    expect(screen.queryByRole('button', { name: 'Schule wechseln' })).toBeNull();
  });
});

describe('sign-in', () => {
  it('changes the password if the current password is correct', async () => {
    const api = fakeApi(
      user,
      noFactors,
      noIdentities,
      on(ownAccount.account, own()),
      on(ownAccount.sessions, { items: [] }),
      on(ownAccount.changePassword, { ok: true }),
    );
    await opened('security');
    await press('Passwort ändern');
    expect(screen.getByText('Bitte wählen Sie ein Passwort.')).toBeTruthy();
    type('Aktuelles Passwort', 'das alte');
    type('Neues Passwort', 'Falkner singt laut');
    await press('Passwort ändern');
    expect(screen.getByText(/darf Ihren Namen, Ihre Adresse/)).toBeTruthy();
    type('Neues Passwort', 'rostiger Anker singt');
    await press('Passwort ändern');
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Neues Passwort').value).toBe(''));
    expect(api.to(ownAccount.changePassword)[0]!.body).toEqual({ old: 'das alte', password: 'rostiger Anker singt' });
  });

  it('hides the password form if another system manages the password', async () => {
    fakeApi(
      user,
      noFactors,
      noIdentities,
      on(ownAccount.account, own({ can: { ...own().can, changePassword: false } })),
      on(ownAccount.sessions, { items: [] }),
    );
    await opened('security');
    expect(screen.queryByLabelText('Aktuelles Passwort')).toBeNull();
  });

  it('ends a selected session, all other sessions, or the current one', async () => {
    const items = [session(HERE, { current: true }), session(THERE, { device: 'Safari · iPad', stay: true })];
    const api = fakeApi(
      user,
      noFactors,
      noIdentities,
      on(ownAccount.account, own()),
      on(ownAccount.sessions, { items }),
      on(ownAccount.endSession, { ok: true }),
      on(ownAccount.endOtherSessions, { ended: 1 }),
    );
    const signOut = vi.fn();
    await opened('security', { signOut });
    expect(await screen.findByText('Dieses Gerät')).toBeTruthy();
    await press('Safari · iPad abmelden');
    expect(api.to(ownAccount.endSession)[0]!.params).toEqual({ id: THERE });
    await press('Alle anderen abmelden');
    expect(api.to(ownAccount.endOtherSessions)).toHaveLength(1);
    await press('Abmelden');
    expect(signOut).toHaveBeenCalled();
  });
});

it('reverts a notification setting that could not be saved', async () => {
  let fails = false;
  const api = fakeApi(
    user,
    on(ownAccount.account, own()),
    on(ownAccount.setNotifications, () => (fails ? new AppError('unavailable') : own())),
  );
  await opened('notifications');
  const of = (name: string) => within(screen.getByRole('group', { name }));
  const mail = (name: string) => of(name).getByRole<HTMLSelectElement>('combobox');
  expect(['Anfragen', 'Lizenzen', 'Gemerkte Suchen'].map((name) => mail(name).value)).toEqual(['now', 'daily', 'off']);
  await act(async () => void fireEvent.change(mail('Lizenzen'), { target: { value: 'off' } }));
  await act(async () => void fireEvent.click(of('Anfragen').getByRole('checkbox')));
  expect(api.to(ownAccount.setNotifications).map(({ body }) => body)).toEqual([
    { notifications: [{ name: 'licences', mail: 'off', portal: true }] },
    { notifications: [{ name: 'registrations', mail: 'now', portal: false }] },
  ]);
  fails = true;
  await act(async () => void fireEvent.change(mail('Anfragen'), { target: { value: 'off' } }));
  await waitFor(() => expect(mail('Anfragen').value).toBe('now'));
});

describe('own data', () => {
  it('can be downloaded in three formats', async () => {
    fakeApi(user, on(ownAccount.account, own()));
    await opened('data');
    expect(screen.getByRole('link', { name: 'Als JSON herunterladen' }).getAttribute('href')).toBe(
      '/api/v1/user/export?format=json&lang=de',
    );
    expect(screen.getByRole('link', { name: 'Als CSV herunterladen' }).getAttribute('href')).toBe('/api/v1/user/export?format=csv&lang=de');
    expect(screen.getByRole('link', { name: 'Als Excel herunterladen' }).getAttribute('href')).toBe(
      '/api/v1/user/export?format=xlsx&lang=de',
    );
  });

  it('deletes the account after the user enters the password', async () => {
    const wrong = new AppError('validation_failed', { field: 'password', details: { problems: [{ field: 'password', rule: 'wrong' }] } });
    let tries = 0;
    fakeApi(
      user,
      on(ownAccount.account, own()),
      on(ownAccount.deleteAccount, () => (++tries === 1 ? wrong : { on: '2026-12-05' })),
    );
    const { queryClient } = await opened('data');
    await press('Mein Konto löschen');
    type('Aktuelles Passwort', 'falsch');
    await press('Konto löschen');
    expect(await screen.findByText('Das ist nicht Ihr aktuelles Passwort.')).toBeTruthy();
    await press('Konto löschen');
    await waitFor(() => expect(queryClient.getQueryData(['GET', accounts.userinfo.path, {}])).toBe(false));
  });

  it('lists what prevents the deletion of the account', async () => {
    const details = { reason: 'obligations', obligations: [{ kind: 'device', count: 2, place: 'Medienausleihe' }] };
    fakeApi(user, on(ownAccount.account, own()), on(ownAccount.deleteAccount, new AppError('state_conflict', { details })));
    await opened('data');
    await press('Mein Konto löschen');
    type('Aktuelles Passwort', 'richtig');
    await press('Konto löschen');
    expect(await screen.findByText('2 Geräte ausgeliehen: Medienausleihe')).toBeTruthy();
  });

  it('hides the delete button from the last administrator', async () => {
    fakeApi(user, on(ownAccount.account, own({ can: { ...own().can, delete: false } })));
    await opened('data');
    expect(screen.getByText(/noch Administrationsrechte/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Mein Konto löschen' })).toBeNull();
  });
});
