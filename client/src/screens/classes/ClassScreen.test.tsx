import { assignments, type AssignmentLine } from '@fundus/contract/assignments/assignments';
import { classMedia } from '@fundus/contract/classes/media';
import { classMembers } from '@fundus/contract/classes/members';
import { classes, type Class } from '@fundus/contract/classes/classes';
import { AppError } from '@fundus/contract/errors';
import { learnerCodes, type LearnerCode } from '@fundus/contract/classes/learner-codes';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Snackbar } from '../../app/frame/Snackbar.tsx';
import { classId, classMedium, classMember, classOf, mayOnly } from '../../testing/class.ts';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { person } from '../../testing/people.ts';
import { show } from '../../testing/render.tsx';
import { Screen } from './ClassScreen.tsx';

const go = vi.fn();
const open = (search = '', user = person({ school_id: 'school-1' })) =>
  show(
    <>
      <Screen name="class" params={{ id: classId }} search={search} go={go} from={null} />
      <Snackbar />
    </>,
    { user },
  );
const pupil = person({ role: '', school_id: 'school-1' });
const page = <T,>(items: T[], total = items.length) => ({ total, offset: 0, limit: 50, items });
const reads = (cls: Class, media = [classMedium(1), classMedium(2)]) => [
  on(classes.read, cls),
  on(classMedia.media, { items: media, order_version: 1 }),
];
const assignmentOf = (title: string, state: 'started' | 'completed'): AssignmentLine => ({
  id: crypto.randomUUID(),
  class: { id: classId, name: '8b' },
  title,
  state: 'active',
  visible_from: null,
  due_at: null,
  steps: 2,
  cover: null,
  own: { state, completed: 1, late: false, unread: 0 },
  sums: null,
});
const tabs = () =>
  within(screen.getByRole('navigation', { name: 'Bereiche der Klasse' }))
    .getAllByRole('link')
    .map((link) => link.textContent);

beforeEach(() => go.mockReset());

describe('class', () => {
  it('shows owners all tabs with counts', async () => {
    fakeApi(...reads(classOf({ needs: ['captions', 'no_sound'] })));
    await open();
    expect(await screen.findByRole('heading', { level: 1, name: '8b Geografie' })).toBeDefined();
    expect(await screen.findAllByText('in der Klasse nötig, fehlt hier: Untertitel, Ohne Ton verständlich')).toHaveLength(2);
    expect(tabs()).toEqual(['Medien2', 'Aufgaben', 'Lernende24', 'Gruppen0', 'Auswertung', 'Einstellungen']);
    expect(screen.getByRole('link', { name: 'Medium freigeben' }).getAttribute('href')).toBe(
      '/search?grade=A%288%29&needs=captions%7Cno_sound',
    );
  });

  it('shows a learner only the media and assignments of the class', async () => {
    fakeApi(
      ...reads(classOf({ can: mayOnly({}), role: 'student', learners: 0 }), [classMedium(1, { note: 'Bis Minute 4', shared_by: '' })]),
      on(assignments.list, { items: [], can: { create: false } }),
    );
    await open('tab=learners', pupil);
    expect(await screen.findByText('Bis Minute 4')).toBeDefined();
    expect(tabs()).toEqual(['Medien2', 'Aufgaben']);
    expect(screen.queryByRole('button', { name: /Nach oben|Weitere/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'Medium 1' }).getAttribute('href')).toBe(`/class/${classId}/media/FU-1`);
  });

  it('shows a learner the open assignments above the media', async () => {
    fakeApi(
      ...reads(classOf({ can: mayOnly({}), role: 'student' })),
      on(assignments.list, { items: [assignmentOf('Wasser', 'started'), assignmentOf('Feuer', 'completed')], can: { create: false } }),
    );
    await open('', pupil);
    const due = within(await screen.findByRole('region', { name: 'Zu tun' }));
    expect(due.getAllByRole('link').map((link) => link.textContent)).toEqual(['Wasser']);
  });

  it('shows why learners cannot see a medium', async () => {
    fakeApi(
      ...reads(classOf(), [
        classMedium(1, { state: 'hidden', visible_from: '2999-03-03' }),
        classMedium(2, { state: 'no_licence' }),
        classMedium(3, { state: 'hidden', visible_until: '2020-05-01' }),
        classMedium(4, { item: null }),
      ]),
    );
    await open();
    expect(await screen.findByText(/Ab 3\. März 2999 sichtbar/)).toBeDefined();
    expect(screen.getByText(/Nicht für Lernende lizenziert/)).toBeDefined();
    expect(screen.getByText(/War bis 1\. Mai 2020 sichtbar/)).toBeDefined();
    expect(screen.getByText('Nicht mehr im Katalog')).toBeDefined();
  });

  it('restores a removed medium with its terms', async () => {
    const api = fakeApi(
      ...reads(classOf(), [classMedium(1, { note: 'Zuerst', visible_until: '2999-01-31' }), classMedium(2)]),
      on(classMedia.orderMedia, { version: 2 }),
      on(classMedia.removeMedium, { ok: true }),
      on(classMedia.share, { shared: 1, had: 0, given: [], seated: 0, without_seat: 0, unlicensed: [] }),
    );
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Nach unten: Medium 1' }));
    await waitFor(() => expect(api.to(classMedia.orderMedia)).toHaveLength(1));
    expect(api.to(classMedia.orderMedia)[0]!.body).toEqual({ order: [classMedium(2).id, classMedium(1).id], version: 1 });
    expect(screen.getAllByRole('button', { name: /^Nach oben/ })[0]!.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(screen.getByRole('button', { name: 'Weitere Aktionen zu Medium 1' }));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Aus der Klasse entfernen' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Rückgängig' }));
    await waitFor(() => expect(api.to(classMedia.share)).toHaveLength(1));
    expect(api.to(classMedia.share)[0]!.body).toEqual({
      classes: [classId],
      media: ['FU-1'],
      note: 'Zuerst',
      visible_from: null,
      visible_until: '2999-01-31',
      can_download: false,
    });
  });

  it('lets an owner approve, add and promote members', async () => {
    const api = fakeApi(
      ...reads(classOf()),
      on(classMembers.members, ({ query }) =>
        page(
          query.show === 'applied'
            ? [classMember(1, { name: 'Ada Asks', state: 'applied' })]
            : query.show === 'teachers'
              ? [classMember(2, { name: 'Miriam Falkner', role: 'owner' }), classMember(3, { name: 'Jan Ohm', role: 'teacher' })]
              : [],
        ),
      ),
      on(classMembers.changeMember, classMember(1)),
      on(classMembers.candidates, { items: [{ id: classMember(4).person_id!, name: 'Ben Neu', detail: '8b' }] }),
      on(classMembers.addMembers, { added: 1, members: [classMember(4).id] }),
      on(classMembers.removeMember, { ok: true }),
    );
    await open('tab=learners');
    fireEvent.click(await screen.findByRole('button', { name: 'Ada Asks bestätigen' }));
    await screen.findByText('Ada Asks ist jetzt in 8b Geografie.');
    expect(api.to(classMembers.changeMember)[0]!.body).toEqual({ state: 'active' });
    fireEvent.click(screen.getByRole('button', { name: 'Lernende aufnehmen' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(within(dialog).getByRole('searchbox'), { target: { value: 'ben' } });
    fireEvent.click(await within(dialog).findByRole('checkbox', { name: /Ben Neu/ }));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Aufnehmen' }));
    await screen.findByText('Ben Neu ist jetzt in 8b Geografie.');
    expect(api.to(classMembers.addMembers)[0]!.body).toEqual({ people: [classMember(4).person_id], role: 'student' });
    // Only the message about the added member has an undo. The message about the approval has already closed.
    fireEvent.click(await screen.findByRole('button', { name: 'Rückgängig' }));
    await waitFor(() => expect(api.to(classMembers.removeMember)[0]!.params.memberId).toBe(classMember(4).id));
    // The only owner cannot be changed, so there is no menu.
    expect(screen.queryByRole('button', { name: 'Aktionen für Miriam Falkner' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Aktionen für Jan Ohm' }));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Zur verantwortlichen Lehrkraft machen' }));
    await waitFor(() => expect(api.to(classMembers.changeMember)[1]!.body).toEqual({ role: 'owner' }));
  });

  it('revokes a learner code after a confirmation', async () => {
    const code: LearnerCode = {
      id: '01890000-0000-7000-8000-000000000401',
      code: 'CDFG-HJKL-MNPQ',
      unreadable: false,
      label: '8b-07',
      pictures: ['apple', 'cherry', 'sun'],
      batch: null,
      valid_until: '2027-07-31',
      state: 'in_use',
      first_used_on: '2026-11-01',
      last_used_on: '2026-11-20',
      other_classes: ['8b Deutsch'],
      can: { suspend: true, resume: false, renew: true, extend: true, revoke: true },
    };
    const learner = classMember(7, { kind: 'code', person_id: null, code_id: code.id, name: '8b-07', last_seen_on: '2026-11-20' });
    const api = fakeApi(
      ...reads(classOf({ codes: 1 })),
      on(classMembers.members, page([learner])),
      on(learnerCodes.codes, { items: [code], batches: [], latest_until: '2028-01-20' }),
      on(learnerCodes.showCodes, { shown: 0 }),
      on(learnerCodes.changeCode, { ...code, state: 'revoked' }),
      on(learnerCodes.extendCodes, { extended: 24, ended: 1 }),
      on(learnerCodes.renewCodes, { renewed: [code.id], ended: 0 }),
      on(learnerCodes.printCodes, { printed: 1 }),
    );
    await open('tab=learners');
    fireEvent.click(await screen.findByRole('button', { name: 'Codes anzeigen' }));
    expect(await screen.findByText('CDFG-HJKL-MNPQ')).toBeDefined();
    // One row per learner with code, state and last visit.
    const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
    expect(rows).toHaveLength(1);
    expect(rows[0]!.textContent).toMatch(/8b-07.*CDFG-HJKL-MNPQ.*In Gebrauch.*20\.11\.2026/);
    expect(screen.getAllByRole('img').map((picture) => picture.getAttribute('aria-label'))).toEqual(['Apfel', 'Kirsche', 'Sonne']);
    expect(screen.getByText('auch in 8b Deutsch')).toBeDefined();
    fireEvent.click(within(rows[0]!).getByRole('button', { name: 'Aktionen für 8b-07' }));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Endgültig beenden' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Endgültig beenden' }));
    await waitFor(() => expect(api.to(learnerCodes.changeCode)[0]!.body).toEqual({ what: 'revoke' }));
    fireEvent.click(screen.getByRole('button', { name: 'Mehr zu den Zugangscodes' }));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Verlängern oder erneuern' }));
    const lasting = { name: 'Codes von 8b Geografie verlängern oder erneuern' };
    fireEvent.click(within(await screen.findByRole('dialog', lasting)).getByRole('button', { name: 'Verlängern' }));
    await waitFor(() => expect(api.to(learnerCodes.extendCodes)[0]!.body).toEqual({ valid_until: '2028-01-20' }));
    // Only the renewed codes are printed.
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Mehr zu den Zugangscodes' }));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Verlängern oder erneuern' }));
    fireEvent.click(within(await screen.findByRole('dialog', lasting)).getByRole('radio', { name: /^Neue Codes für alle/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Erneuern' }));
    await waitFor(() => expect(api.to(learnerCodes.renewCodes)[0]!.body).toEqual({ which: 'all', valid_until: '2028-01-20' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Blatt erstellen' }));
    await waitFor(() => expect(api.to(learnerCodes.printCodes)[0]!.body).toEqual({ codes: [code.id] }));
  });

  it('loads no codes until the user requests them', async () => {
    const api = fakeApi(
      ...reads(classOf({ codes: 3 })),
      on(classMembers.members, page([])),
      on(learnerCodes.codes, { items: [], batches: [], latest_until: '2028-01-20' }),
    );
    await open('tab=learners');
    await screen.findByRole('button', { name: 'Codes anzeigen' });
    expect(screen.getByRole('button', { name: 'Codes drucken' })).toBeDefined();
    expect(screen.queryByRole('columnheader', { name: 'Zugangscode' })).toBeNull();
    expect(api.to(learnerCodes.showCodes)).toHaveLength(0);
  });

  it('hides the code buttons if the class has no codes', async () => {
    fakeApi(...reads(classOf()), on(classMembers.members, page([])));
    await open('tab=learners');
    await screen.findByRole('button', { name: 'Codes erstellen' });
    expect(screen.queryByRole('button', { name: /anzeigen|drucken/ })).toBeNull();
  });

  it('shows an error at the name field if the name is taken', async () => {
    fakeApi(...reads(classOf()), on(classes.change, new AppError('already_exists', { field: 'name' })));
    await open('tab=settings');
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: '8c' } });
    fireEvent.click(screen.getByRole('button', { name: 'Speichern' }));
    expect(await screen.findByText('In diesem Schuljahr gibt es bereits eine Klasse mit diesem Namen.')).toBeDefined();
    expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true');
  });

  it('keeps the unsaved name while another setting is saved', async () => {
    let cls = classOf();
    const api = fakeApi(
      on(classes.read, () => cls),
      on(classMedia.media, { items: [], order_version: 1 }),
      on(classes.change, ({ body }) => (cls = { ...cls, ...(body as object), version: cls.version + 1 } as Class)),
    );
    await open('tab=settings');
    fireEvent.change(await screen.findByRole('textbox', { name: /^Name/ }), { target: { value: '8b neu' } });
    fireEvent.click(screen.getByRole('checkbox', { name: /Bilder/ }));
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Bilder/ }).checked).toBe(true));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Name/ }).value).toBe('8b neu');
    fireEvent.click(screen.getByRole('button', { name: 'Speichern' }));
    await waitFor(() => expect(api.to(classes.change)).toHaveLength(2));
    expect(api.to(classes.change)[1]!.body).toMatchObject({ name: '8b neu', picture_login: true, version: classOf().version + 1 });
  });

  it('assigns missing seats to the class and returns unused ones', async () => {
    const seats = { given: false, learners: 28, seated: 0, free: 89, may: true };
    const entry = classMedium(1, { state: 'no_seats', seats });
    const given = classMedium(1, { state: 'shown', seats: { ...seats, given: true, seated: 28, free: 61 } });
    let now = entry;
    const api = fakeApi(
      on(classes.read, classOf()),
      on(classMedia.media, () => ({ items: [now], order_version: 1 })),
      on(classMedia.assignSeats, () => (now = given)),
      on(classMedia.takeSeatsBack, () => {
        now = entry;
        return { returned: 26, kept: 2 };
      }),
    );
    await open();
    expect(await screen.findByText('Die Schule hat eine Lizenz, aber diese Klasse noch keine Plätze')).toBeDefined();
    expect(screen.getByText('28 Plätze nötig, 89 frei')).toBeDefined();
    const choose = (name: string) => {
      fireEvent.click(screen.getByRole('button', { name: /^Weitere Aktionen zu/ }));
      fireEvent.click(screen.getByRole('menuitem', { name }));
    };
    choose('Plätze vergeben');
    expect(await screen.findByText('Plätze: 28 von 28 Lernenden')).toBeDefined();
    choose('Plätze zurücknehmen');
    expect(await screen.findByText('26 Plätze wurden zurückgenommen. 2 genutzte Plätze bleiben vergeben.')).toBeDefined();
    expect(api.to(classMedia.takeSeatsBack)).toHaveLength(1);
  });

  it('requires the user to type the name before the class is deleted', async () => {
    const api = fakeApi(...reads(classOf()), on(classes.setState, { version: 4 }));
    await open('tab=settings');
    fireEvent.click(await screen.findByRole('button', { name: 'Klasse löschen' }));
    const dialog = await screen.findByRole('dialog');
    const button = within(dialog).getByRole('button', { name: 'Klasse löschen' }) as HTMLButtonElement;
    expect(button.disabled).toBe(true);
    fireEvent.change(within(dialog).getByLabelText('Geben Sie zur Bestätigung „8b Geografie“ ein'), { target: { value: '8B geografie' } });
    fireEvent.click(button);
    await waitFor(() => expect(go).toHaveBeenCalledWith('/classes'));
    expect(api.to(classes.setState)[0]!.body).toEqual({ to: 'deleted', name: '8B geografie', version: 3 });
  });

  it('merges concurrent changes of a group', async () => {
    const [mine, theirs] = [classMember(1), classMember(2)];
    const group = { id: '01890000-0000-7000-8000-0000000000a1', name: 'Lesen', members: [] as string[], version: 1 };
    let now = group;
    const api = fakeApi(
      on(classes.read, () => classOf({ groups: [now] })),
      on(classMedia.media, { items: [], order_version: 1 }),
      on(classMembers.members, page([mine, theirs])),
      on(classMembers.changeGroup, ({ body }) => {
        if ((body as { version: number }).version === 2) return now;
        now = { ...group, name: 'Lesen am Montag', members: [theirs.id], version: 2 };
        return new AppError('version_conflict', { field: 'version', details: { current: now } });
      }),
    );
    await open('tab=groups');
    fireEvent.click(await screen.findByRole('button', { name: 'Lesen bearbeiten' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(await within(dialog).findByRole('checkbox', { name: mine.name }));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Speichern' }));
    expect(await within(dialog).findByText(/Eine andere Person hat das inzwischen geändert/)).toBeDefined();
    expect(await within(dialog).findByDisplayValue('Lesen am Montag')).toBeDefined();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Speichern' }));
    await waitFor(() =>
      expect(api.to(classMembers.changeGroup)[1]!.body).toEqual({ name: 'Lesen am Montag', members: [theirs.id, mine.id], version: 2 }),
    );
  });

  it('increments the grade in the name of the successor class', async () => {
    const api = fakeApi(...reads(classOf()), on(classes.succeed, classOf({ name: '9b Geografie', school_year: '2027/28' })));
    await open('tab=settings');
    fireEvent.click(await screen.findByRole('button', { name: 'Ins neue Schuljahr übernehmen' }));
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Auch die Medien übernehmen' }));
    fireEvent.click(screen.getByRole('button', { name: 'Übernehmen' }));
    await waitFor(() => expect(api.to(classes.succeed)[0]!.body).toEqual({ name: '9b Geografie', grade: 9, media: true }));
  });

  it('shows the members of an archived class without actions', async () => {
    fakeApi(...reads(classOf({ state: 'archived', can: mayOnly({ seeMembers: true, restore: true }) })));
    await open('tab=learners');
    expect(await screen.findByRole('heading', { name: 'Lernende' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Lernende aufnehmen' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Aktionen für/ })).toBeNull();
  });

  it('shows the join code in large type with a QR code', async () => {
    const cls = classOf({ join_policy: 'code', picture_login: true, join_code: { code: 'CDFGHJ', until: '2027-07-31' } });
    fakeApi(...reads(cls));
    await open('tab=settings');
    fireEvent.click(await screen.findByRole('button', { name: 'Anzeigen' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('CDF-GHJ')).toBeTruthy();
    const picture = () => dialog.querySelector('img')!.getAttribute('src');
    expect(picture()).toBe(`/api/v1/classes/${cls.id}/join-code/qr?to=join`);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Mit Bildern anmelden' }));
    expect(picture()).toBe(`/api/v1/classes/${cls.id}/join-code/qr?to=pictures`);
  });

  it('lets other teachers display but not renew the join code', async () => {
    const can = mayOnly({ share: true, members: true, seeMembers: true, leave: true });
    fakeApi(...reads(classOf({ can, role: 'teacher', join_policy: 'code', join_code: { code: 'CDFGHJ', until: '2027-07-31' } })));
    await open('tab=settings');
    expect(await screen.findByText('CDF-GHJ')).toBeTruthy();
    screen.getByRole('button', { name: 'Anzeigen' });
    expect(screen.queryByRole('button', { name: 'Neuer Code' })).toBeNull();
    expect(screen.queryByRole('radio')).toBeNull();
  });

  it('lets an administrator assign an owner to a locked class', async () => {
    const api = fakeApi(
      ...reads(classOf({ state: 'locked', can: mayOnly({ adopt: true, members: true }) })),
      on(classMembers.candidates, { items: [{ id: classMember(4).person_id!, name: 'Jan Ohm', detail: '' }] }),
      on(classMembers.addMembers, { added: 1, members: [classMember(4).id] }),
    );
    await open('', person({ school_id: 'school-1', school_admin: '1' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Klasse übergeben' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(within(dialog).getByRole('searchbox'), { target: { value: 'ohm' } });
    fireEvent.click(await within(dialog).findByRole('radio', { name: 'Jan Ohm' }));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Klasse übergeben' }));
    await screen.findByText('Jan Ohm ist jetzt für 8b Geografie verantwortlich.');
    expect(api.to(classMembers.addMembers)[0]!.body).toEqual({ people: [classMember(4).person_id], role: 'owner' });
  });

  it('shows "not found" for a missing class', async () => {
    fakeApi(on(classes.read, new AppError('not_found')));
    await open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Klasse nicht gefunden' })).toBeDefined();
  });
});
