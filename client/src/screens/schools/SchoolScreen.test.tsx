import { classMembers } from '@fundus/contract/classes/members';
import { classes } from '@fundus/contract/classes/classes';
import { AppError } from '@fundus/contract/errors';
import { news } from '@fundus/contract/news/news';
import { people, type PersonEntry } from '@fundus/contract/people/people';
import { invitations } from '@fundus/contract/invitations/invitations';
import { schools, SchoolSettings, type School, type SchoolLicence } from '@fundus/contract/schools/schools';
import { sharedMedia } from '@fundus/contract/shared-media/shared-media';
import { yearDue } from '@fundus/contract/year-change/due';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { classLine, classList } from '../../testing/class.ts';
import { fakeApi as fakeCalls, on } from '../../testing/fake-api.ts';
import { recognisedTable } from '../../testing/table.ts';
import { newsCard } from '../../testing/news.ts';
import { frontendConfig, person } from '../../testing/people.ts';
import { simulatePhone } from '../../testing/phone.ts';
import { sharedList, sharedMedium } from '../../testing/shared.ts';
import { show } from '../../testing/render.tsx';
import { Screen } from './SchoolScreen.tsx';

const NO = {
  editContact: false,
  editHead: false,
  seeMedia: true,
  seePeople: false,
  seeNumbers: false,
  invite: false,
  suspend: false,
  resume: false,
  close: false,
  merge: false,
};
const school = (more: Partial<School> = {}): School => ({
  id: 'school-1',
  name: 'Gymnasium am Lindenhof',
  number: '904127',
  kind: 'Gymnasium',
  street: 'Lindenhofweg 3',
  postcode: '00001',
  city: 'Lindenau',
  email: 'buero@lindenhof.example',
  phone: '',
  website: '',
  district: { id: 'demo', name: 'Kreis Lindenau' },
  logo: null,
  state: 'active',
  state_reason: '',
  closes_on: null,
  erased_on: null,
  settings: null,
  version: 3,
  can: NO,
  ...more,
});
const NOTHING = {
  approve: false,
  decline: false,
  block: false,
  unblock: false,
  giveAdmin: false,
  takeAdmin: false,
  setRole: false,
  setCapabilities: false,
  sendLink: false,
  rename: false,
  exportData: false,
  erase: false,
  keep: false,
  remove: false,
  assignSchool: false,
};
const entry = (more: Partial<PersonEntry> = {}): PersonEntry => ({
  id: '01890000-0000-7000-8000-000000000001',
  vorname: 'Hauke',
  name: 'Albers',
  email: 'h.albers@lindenhof.example',
  username: '',
  role: 'L',
  school: { id: 'school-1', name: 'Gymnasium am Lindenhof' },
  school_admin: false,
  district_admin: false,
  capabilities: [],
  state: 'pending_approval',
  state_since: '2026-11-20T08:00:00.000Z',
  state_reason: '',
  last_sign_in: null,
  created_at: '2026-11-20T08:00:00.000Z',
  school_wish: '',
  version: 7,
  can: { ...NOTHING, approve: true, decline: true },
  ...more,
});
const listed = (items: PersonEntry[], more: object = {}) => ({ total: items.length, offset: 0, limit: 25, items, waiting: 0, ...more });

/** Fake API in which the user has no classes. */
const fakeApi = (...routes: Parameters<typeof fakeCalls>) => fakeCalls(on(classes.list, classList()), ...routes);

const admin = person({ school_admin: '1', school_id: 'school-1' });
const open = (search: string, user = admin) => {
  const go = vi.fn();
  return show(<Screen name="school" params={{}} search={search} go={go} from={null} />, { user, config: frontendConfig() }).then(() => go);
};
const ADMIN = { ...NO, editContact: true, seePeople: true, invite: true };

describe('page of a school', () => {
  it('hides administrative actions from teachers', async () => {
    fakeApi(on(schools.own, { school: school() }));
    await open('', person({ school_id: 'school-1' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Gymnasium am Lindenhof' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'buero@lindenhof.example' }).getAttribute('href')).toBe('mailto:buero@lindenhof.example');
    expect(screen.queryByRole('link', { name: 'Personen' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Angaben bearbeiten' })).toBeNull();
  });

  it('shows teachers their classes and administrators', async () => {
    const contacts = [
      { id: '01890000-0000-7000-8000-000000000002', name: 'Thomas Brandt', email: 'brandt@lindenhof.example' },
      { id: '01890000-0000-7000-8000-000000000003', name: 'Ohne Adresse', email: '' },
    ];
    fakeApi(on(schools.own, { school: school(), contacts }), on(classes.list, classList([classLine({ name: '8b' })])));
    await open('', person({ school_id: 'school-1' }));
    const asked = await screen.findByRole('region', { name: 'Ansprechpersonen' });
    expect(within(asked).getByRole('link', { name: 'brandt@lindenhof.example' }).getAttribute('href')).toBe(
      'mailto:brandt@lindenhof.example',
    );
    expect(within(asked).getByText('Ohne Adresse')).toBeTruthy();
    expect(await within(screen.getByRole('region', { name: 'Meine Klassen' })).findByRole('link', { name: '8b' })).toBeTruthy();
  });

  it('shows members the latest news and the number of media shared with the school', async () => {
    const can = { write: false, categories: false };
    fakeApi(
      on(schools.own, { school: school() }),
      on(news.list, { total: 1, offset: 0, limit: 3, items: [newsCard(1)], categories: [], can }),
      on(sharedMedia.list, sharedList([sharedMedium(1)], { total: 2 })),
    );
    await open('', person({ role: 'S', school_id: school().id }));
    const latest = within(await screen.findByRole('region', { name: 'Aktuelles' }));
    expect(latest.getByRole('link', { name: 'Nachricht 1' })).toBeTruthy();
    expect(latest.getByRole('link', { name: '2 Medien für die ganze Schule' }).getAttribute('href')).toBe('/school?tab=shared');
  });

  it('keeps the edited contact details after a concurrent change', async () => {
    fakeApi(
      on(schools.own, { school: school({ can: ADMIN, settings: SchoolSettings.parse({}) }) }),
      on(schools.change, new AppError('version_conflict')),
    );
    await open('');
    fireEvent.click(await screen.findByRole('button', { name: 'Angaben bearbeiten' }));
    const phone = await screen.findByLabelText('Telefon');
    fireEvent.change(phone, { target: { value: '030 1234' } });
    fireEvent.click(screen.getByRole('button', { name: 'Speichern' }));
    expect((await within(screen.getByRole('dialog')).findByRole('alert')).textContent).toContain('inzwischen von jemand anderem geändert');
    expect((phone as HTMLInputElement).value).toBe('030 1234');
  });

  it('lets administrators assign an owner to a class without one', async () => {
    const lone = classLine({ name: '5a', state: 'locked', owners: [], role: null });
    const api = fakeApi(
      on(schools.own, { school: school({ can: ADMIN }) }),
      on(classes.ofSchool, {
        total: 2,
        offset: 0,
        limit: 25,
        items: [lone, classLine({ id: '01890000-0000-7000-8000-000000000009' })],
        years: ['2026/27'],
        provider_groups: false,
      }),
      on(classMembers.candidates, { items: [{ id: entry().id, name: 'Hauke Albers', detail: '' }] }),
      on(classMembers.addMembers, { added: 1, members: [] }),
    );
    await open('tab=classes', person({ school_id: 'school-1', school_admin: '1' }));
    const row = (await screen.findByRole('rowheader', { name: /^5a/ })).closest('tr')!;
    expect(within(row).getByText('niemand')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: /Klasse übergeben/ })).toHaveLength(1);
    fireEvent.click(within(row).getByRole('button', { name: '5a: Klasse übergeben' }));
    fireEvent.change(within(await screen.findByRole('dialog')).getByRole('searchbox'), { target: { value: 'alb' } });
    fireEvent.click(await screen.findByRole('radio', { name: 'Hauke Albers' }));
    fireEvent.click(screen.getByRole('button', { name: 'Klasse übergeben' }));
    await waitFor(() => expect(api.to(classMembers.addMembers)[0]!.body).toEqual({ people: [entry().id], role: 'owner' }));
  });

  it('links a class to a group of the identity provider', async () => {
    let line = classLine({ name: '5a' });
    const api = fakeApi(
      on(schools.own, { school: school({ can: ADMIN }) }),
      on(classes.ofSchool, () => ({ total: 1, offset: 0, limit: 25, items: [line], years: ['2026/27'], provider_groups: true })),
      on(classes.followGroup, ({ body }) => (line = { ...line, portal_group: (body as { group: string }).group })),
    );
    await open('tab=classes', person({ school_id: 'school-1', school_admin: '1' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Gruppe von 5a' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(await dialog.findByLabelText('Gruppe im Schulportal'), { target: { value: 'klasse-5a' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Speichern' }));
    expect(await screen.findByText('mit der Gruppe klasse-5a verknüpft')).toBeTruthy();
    expect(api.to(classes.followGroup)[0]).toMatchObject({ params: { id: line.id }, body: { group: 'klasse-5a' } });
  });

  it('saves class settings independently of other settings', async () => {
    const settings = SchoolSettings.parse({ trusted_domains: ['a.example'], class_creation: 'administrators', code_end: '02-29' });
    const api = fakeApi(
      on(schools.own, { school: school({ can: { ...ADMIN, seeMedia: false }, settings }) }),
      on(schools.change, school({ settings })),
    );
    await open('tab=settings', person({ school_admin: '0', district_admin: '0' }));
    fireEvent.click((await screen.findAllByRole('button', { name: 'Speichern' }))[0]!);
    await waitFor(() => expect(api.to(schools.change)).toHaveLength(1));
    expect(api.to(schools.change)[0]!.body).toEqual({ version: 3, settings });
    // The day is limited to the last day of a shorter month.
    fireEvent.change(screen.getByLabelText('Neue Zugangscodes enden'), { target: { value: '01' } });
    fireEvent.change(screen.getByLabelText('Am'), { target: { value: '31' } });
    fireEvent.change(screen.getByLabelText('Neue Zugangscodes enden'), { target: { value: '06' } });
    fireEvent.change(screen.getByLabelText('Wer Klassen anlegen darf'), { target: { value: 'teachers' } });
    fireEvent.click(screen.getAllByRole('button', { name: 'Speichern' })[1]!);
    await waitFor(() => expect(api.to(schools.change)).toHaveLength(2));
    expect(api.to(schools.change)[1]!.body).toEqual({
      version: 3,
      settings: { ...settings, class_creation: 'teachers', code_end: '06-30' },
    });
  });

  it('shows a message if the account has no school', async () => {
    fakeApi(on(schools.own, { school: null }));
    await open('', person());
    expect(await screen.findByRole('heading', { name: 'Ihr Konto gehört zu keiner Schule' })).toBeTruthy();
  });
});

describe('media of a school', () => {
  const item: SchoolLicence = {
    id: '01890000-0000-7000-8000-000000000001',
    medium: { identifier: 'FU-1', fn_titel: 'Gletscher', fn_typ: '49', cover: '/api/v1/covers/FU-1' },
    scope: 'school',
    state: 'active',
    valid_to: null,
    seats: 30,
    taken: 30,
    remaining: false,
    share: true,
    code_id: '01890000-0000-7000-8000-000000000001',
  };

  it.each([
    ['administrators', person({ school_id: 'school-1', school_admin: '1' }), ADMIN, `/school/FU-1/${item.id}`],
    ['licence editors', person({ school_id: 'school-1', capabilities: ['cap_licences'] }), NO, `/school/FU-1/${item.id}`],
    ['teachers', person({ school_id: 'school-1' }), NO, '/media/FU-1'],
  ])('link %s to the permitted page of a district licence', async (_who, user, can, address) => {
    fakeApi(on(schools.own, { school: school({ can }) }), on(schools.media, { total: 1, offset: 0, limit: 50, items: [item], types: [] }));
    await open('?tab=media', user);
    expect((await screen.findByRole('link', { name: 'Gletscher' })).getAttribute('href')).toBe(address);
    expect(screen.getByText('30 Plätze')).toBeTruthy();
    expect(screen.queryByText('kein Platz frei')).toBeNull();
  });
});

describe('pending tasks of a school', () => {
  const can = { ...ADMIN, seeMedia: true };
  const media = (total: number) => on(schools.media, { total, offset: 0, limit: 1, items: [], types: [] });
  const year = (due: boolean) => on(yearDue.due, { due, to_year: '2027/28', state: 'none' });
  const asked = (total: number) => on(invitations.applications, { total, offset: 0, limit: 1, items: [] });

  it('include links for managers of the school', async () => {
    fakeApi(
      ...[on(schools.own, { school: school({ can }) }), on(people.list, listed([], { waiting: 2 })), asked(1), media(0), year(true)],
      on(schools.waiting, { orders: 1, trials: 0, wishes: 3 }),
    );
    await open('');
    const list = await screen.findByRole('region', { name: 'Zu tun' });
    expect(
      within(list)
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['2 Personen warten auf Bestätigung', '/school?state=pending_approval&tab=people'],
      ['1 Beitrittsanfrage', '/school?tab=invitations'],
      ['1 Kaufwunsch wartet auf Ihre Zustimmung', '/marketplace?tab=orders&all=1'],
      ['3 Wünsche ohne Antwort', '/library/wishes'],
      ['Schuljahreswechsel 2027/28 vorbereiten', '/school?tab=year'],
    ]);
  });

  it('show an empty state if nothing is pending', async () => {
    const api = fakeApi(
      on(schools.own, { school: school({ can }) }),
      on(people.list, listed([])),
      asked(0),
      media(0),
      year(false),
      on(schools.waiting, { orders: 0, trials: 0, wishes: 0 }),
    );
    await open('');
    expect(await screen.findByText('Zurzeit gibt es nichts zu tun.')).toBeTruthy();
    expect(api.to(people.list)[0]?.query).toMatchObject({ school: 'school-1' });
  });
});

describe('people of a school', () => {
  it('are counted on every page if they await approval', async () => {
    fakeApi(
      on(schools.own, { school: school({ can: ADMIN }) }),
      on(people.list, listed([entry({ state: 'active', can: NOTHING })], { waiting: 3 })),
    );
    await open('tab=people');
    const link = await screen.findByRole('link', { name: '3 Personen warten auf Bestätigung' });
    expect(link.getAttribute('href')).toBe('/school?state=pending_approval&tab=people');
  });

  it('can be filtered by class if the user is an administrator of the school', async () => {
    const [b, a, old] = [
      '01890000-0000-7000-8000-00000000000b',
      '01890000-0000-7000-8000-00000000000a',
      '01890000-0000-7000-8000-00000000000c',
    ];
    const ofSchool = { total: 3, offset: 0, limit: 100, years: [], provider_groups: false };
    const routes = [
      on(schools.own, { school: school({ can: ADMIN }) }),
      on(schools.read, school({ can: ADMIN })),
      on(people.list, listed([entry({ state: 'active', can: NOTHING })])),
      on(classes.ofSchool, {
        ...ofSchool,
        items: [
          classLine({ id: b!, name: '10b' }),
          classLine({ id: a!, name: '7a' }),
          classLine({ id: old!, name: '6a', state: 'archived' }),
        ],
      }),
    ];
    const api = fakeApi(...routes);
    const go = await open(`tab=people&class=${b}`);
    const select = await screen.findByRole('combobox', { name: 'Klasse' });
    expect(
      within(select)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['Alle Klassen', '7a', '10b']);
    expect((select as HTMLSelectElement).value).toBe(b);
    expect(api.to(people.list)[0]!.query).toMatchObject({ class: b });
    fireEvent.change(select, { target: { value: a } });
    expect(go).toHaveBeenLastCalledWith(`/school?class=${a}&tab=people`, { replace: true });
    cleanup();
    const district = fakeApi(...routes);
    await open(`id=school-1&tab=people&class=${b}`, person({ district_admin: '1', school_id: null }));
    await screen.findByText('Eine Person');
    expect(screen.queryByRole('combobox', { name: 'Klasse' })).toBeNull();
    expect(district.to(people.list)[0]!.query).not.toHaveProperty('class');
  });

  it('can be approved in bulk', async () => {
    const [first, second] = [entry(), entry({ id: '01890000-0000-7000-8000-000000000002', vorname: 'Ida', name: 'Brandt', version: 2 })];
    const pupil = entry({ id: '01890000-0000-7000-8000-000000000003', vorname: 'Kim', name: 'Cohn', state: 'active', can: NOTHING });
    const api = fakeApi(
      on(schools.own, { school: school({ can: ADMIN }) }),
      on(people.list, listed([first, second, pupil])),
      on(people.approve, ({ params }) => (params.id === second.id ? new AppError('version_conflict') : first)),
    );
    await open('tab=people');
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Alle auf dieser Seite auswählen' }));
    fireEvent.click(screen.getByRole('button', { name: 'Bestätigen (2)' }));
    expect(await screen.findByText('Bestätigen: 1 von 3 erledigt.')).toBeDefined();
    expect(screen.getByText(/^Ida Brandt: Das wurde inzwischen von jemand anderem geändert/)).toBeDefined();
    expect(screen.getByText('Kim Cohn: hier nicht möglich')).toBeDefined();
    expect(api.to(people.approve).map(({ params, body }) => [params.id, body])).toEqual([
      [first.id, { version: 7 }],
      [second.id, { version: 2 }],
    ]);
    // One row remains, and the selection is cleared.
    expect(screen.queryByRole('button', { name: /^Bestätigen \(/ })).toBeNull();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Hauke Albers auswählen' }));
    expect(screen.getByRole('button', { name: 'Bestätigen (1)' })).toBeDefined();
  });

  it('can be assigned another role', async () => {
    const pupil = entry({ state: 'active', role: 'S', can: { ...NOTHING, setRole: true } });
    const api = fakeApi(
      on(schools.own, { school: school({ can: ADMIN }) }),
      on(people.list, listed([pupil])),
      on(people.rights, entry({ role: 'L' })),
    );
    await open('tab=people');
    fireEvent.click(await screen.findByRole('button', { name: 'Aktionen für Hauke Albers' }));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Rolle ändern' }));
    const dialog = await screen.findByRole('dialog');
    const save = within(dialog).getByRole('button', { name: 'Speichern' }) as HTMLButtonElement;
    expect(save.disabled).toBe(true);
    fireEvent.change(within(dialog).getByLabelText('Rolle'), { target: { value: 'L' } });
    fireEvent.click(save);
    await waitFor(() => expect(api.to(people.rights)[0]?.body).toEqual({ version: 7, role: 'L' }));
  });

  it('are approved in the displayed version', async () => {
    const api = fakeApi(
      on(schools.own, { school: school({ can: ADMIN }) }),
      on(people.list, listed([entry()], { waiting: 1 })),
      on(people.approve, entry({ state: 'active' })),
    );
    await open('tab=people');
    fireEvent.click(await screen.findByRole('button', { name: 'Hauke Albers bestätigen' }));
    await waitFor(() => expect(api.to(people.approve)[0]?.body).toEqual({ version: 7 }));
    await waitFor(() => expect(api.to(people.list).length).toBeGreaterThan(1));
  });

  it('are approved from the row menu on phones', async () => {
    simulatePhone();
    const api = fakeApi(
      on(schools.own, { school: school({ can: ADMIN }) }),
      on(people.list, listed([entry()], { waiting: 1 })),
      on(people.approve, entry({ state: 'active' })),
    );
    await open('tab=people');
    fireEvent.click(await screen.findByRole('button', { name: 'Aktionen für Hauke Albers' }));
    expect(screen.queryByRole('button', { name: 'Hauke Albers bestätigen' })).toBeNull();
    fireEvent.click(screen.getByRole('menuitem', { name: 'Bestätigen' }));
    await waitFor(() => expect(api.to(people.approve)).toHaveLength(1));
    fireEvent.click(screen.getByRole('button', { name: 'Weitere Aktionen' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Importieren', 'Excel (.xlsx)', 'CSV-Datei']);
  });

  it('can be declined only with a reason', async () => {
    const api = fakeApi(
      on(schools.own, { school: school({ can: ADMIN }) }),
      on(people.list, listed([entry()])),
      on(people.decline, entry({ state: 'declined' })),
    );
    await open('tab=people');
    fireEvent.click(await screen.findByRole('button', { name: 'Aktionen für Hauke Albers' }));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Ablehnen' }));
    const dialog = await screen.findByRole('dialog');
    const button = within(dialog).getByRole('button', { name: 'Ablehnen' });
    expect((button as HTMLButtonElement).disabled).toBe(true);
    fireEvent.change(within(dialog).getByLabelText('Begründung'), { target: { value: 'Unbekannt' } });
    fireEvent.click(button);
    await waitFor(() => expect(api.to(people.decline)[0]?.body).toEqual({ version: 7, reason: 'Unbekannt' }));
  });

  it('can be renamed, exported and erased', async () => {
    const all = entry({ state: 'active', can: { ...NOTHING, rename: true, exportData: true, erase: true, keep: true } });
    const api = fakeApi(
      on(schools.own, { school: school({ can: ADMIN }) }),
      on(people.list, listed([all])),
      on(people.rename, entry({ vorname: 'Hauke Peer' })),
      on(people.erase, entry({ state: 'erasure_pending' })),
      on(people.keep, entry({ state: 'active' })),
    );
    await open('tab=people');
    const choose = async (name: string) => {
      fireEvent.click(await screen.findByRole('button', { name: 'Aktionen für Hauke Albers' }));
      return screen.getByRole('menuitem', { name });
    };
    fireEvent.click(await choose('Namen berichtigen'));
    const names = await screen.findByRole('dialog');
    const save = within(names).getByRole('button', { name: 'Speichern' }) as HTMLButtonElement;
    expect(save.disabled).toBe(true);
    fireEvent.change(within(names).getByLabelText('Vorname'), { target: { value: 'Hauke Peer' } });
    fireEvent.click(save);
    await waitFor(() => expect(api.to(people.rename)[0]?.body).toEqual({ version: 7, vorname: 'Hauke Peer', name: 'Albers' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await choose('Daten herunterladen')).getAttribute('href')).toBe(`/api/v1/people/${all.id}/data?lang=de`);
    fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
    fireEvent.click(await choose('Konto löschen'));
    const erasing = await screen.findByRole('dialog');
    fireEvent.change(within(erasing).getByLabelText('Begründung (optional)'), { target: { value: 'Auf Wunsch' } });
    fireEvent.click(within(erasing).getByRole('button', { name: 'Konto löschen' }));
    await waitFor(() => expect(api.to(people.erase)[0]?.body).toEqual({ version: 7, reason: 'Auf Wunsch' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(await choose('Löschung zurücknehmen'));
    await waitFor(() => expect(api.to(people.keep)[0]?.body).toEqual({ version: 7 }));
  });

  it('keep the administrative rights of the last administrator', async () => {
    const last = entry({ state: 'active', school_admin: true, can: { ...NOTHING, takeAdmin: true } });
    fakeApi(
      on(schools.own, { school: school({ can: ADMIN }) }),
      on(people.list, listed([last])),
      on(people.rights, new AppError('state_conflict', { details: { reason: 'last_admin' } })),
    );
    await open('tab=people');
    fireEvent.click(await screen.findByRole('button', { name: 'Aktionen für Hauke Albers' }));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Administrationsrechte entziehen' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Administrationsrechte entziehen' }));
    expect((await screen.findByRole('alert')).textContent).toContain('mindestens eine Person');
  });

  it('are filtered and sorted by the parameters in the URL', async () => {
    const api = fakeApi(on(schools.own, { school: school({ can: ADMIN }) }), on(people.list, listed([entry()], { total: 60, offset: 25 })));
    const go = await open('tab=people&q=alb&state=blocked&kind=teachers&sort=-last&page=2');
    await screen.findByText('60 Personen');
    expect(api.to(people.list)[0]?.query).toEqual({
      q: 'alb',
      state: 'blocked',
      kind: 'teachers',
      sort: '-last',
      school: 'school-1',
      offset: '25',
      limit: '25',
    });
    expect(screen.getByRole('columnheader', { name: 'Zuletzt angemeldet' }).getAttribute('aria-sort')).toBe('descending');
    fireEvent.click(screen.getByRole('button', { name: 'Weiter' }));
    expect(go.mock.calls.at(-1)?.[0]).toContain('page=3');
    fireEvent.click(within(screen.getByRole('columnheader', { name: 'Name' })).getByRole('button'));
    expect(go.mock.calls.at(-1)?.[0]).toMatch(/sort=name(?!.*page=)/);
  });

  it('are imported only if no invalid row remains', async () => {
    const row = { line: 2, vorname: 'A', name: 'B', email: 'a@b.example', role: 'L', school: '', result: 'new' as const, problem: null };
    const wrong = { ...row, line: 3, vorname: '', result: 'error' as const, problem: { field: 'vorname', rule: 'required' } };
    const api = fakeApi(
      on(schools.own, { school: school({ can: ADMIN }) }),
      on(people.list, listed([entry()])),
      on(people.import, { table: recognisedTable(), rows: [row, wrong], created: 1, joined: 0, here: 0, errors: 1, placed: 0 }),
    );
    await open('tab=people');
    fireEvent.click(await screen.findByRole('button', { name: 'Importieren' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(dialog.querySelector('input[type=file]')!, {
      target: { files: [new File(['Vorname;Name;Mail\nA;B;a@b.example'], 'leute.csv')] },
    });
    expect(await within(dialog).findByText('Vorname: fehlt')).toBeTruthy();
    const take = within(dialog).getByRole('button', { name: '1 Person importieren' }) as HTMLButtonElement;
    expect(take.disabled).toBe(true);
    fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Zeilen mit Fehlern überspringen' }));
    fireEvent.click(take);
    await waitFor(() => expect(api.to(people.import)).toHaveLength(2));
    expect(api.to(people.import).map(({ body }) => body)).toMatchObject([
      { dry_run: true },
      { dry_run: false, skip_errors: true, school: 'school-1' },
    ]);
  });
});

describe('list of all schools', () => {
  const district = person({ district_admin: '1' });
  it('shows pending people and schools without administrators', async () => {
    const line = {
      id: 'school-1',
      name: 'Gymnasium',
      number: '904127',
      kind: '',
      postcode: '',
      city: 'Lindenau',
      email: 'post@neu.example',
      state: 'active' as const,
      closes_on: null,
      version: 1,
      people: 20,
      waiting: 2,
      administrators: 0,
    };
    fakeApi(
      on(schools.list, { total: 1, offset: 0, limit: 25, items: [line], number_pattern: '######', sums: { schools: 1, waiting: 2 } }),
      on(schools.create, new AppError('already_exists', { field: 'number' })),
    );
    await open('', district);
    const link = await screen.findByRole('link', { name: '2 warten' });
    expect(link.getAttribute('href')).toContain('state=pending_approval');
    expect(screen.getByRole('link', { name: '2 Personen warten auf Bestätigung' }).getAttribute('href')).toBe(
      '/school?state=pending_approval&tab=people',
    );
    expect(screen.getByText('ohne Administration')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Schule anlegen' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: 'Neue Schule' } });
    fireEvent.change(within(dialog).getByLabelText('Schulnummer'), { target: { value: '904127' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Schule anlegen' }));
    expect(await within(dialog).findByText('Diese Schulnummer gibt es im Kreis bereits.')).toBeTruthy();
  });
});
