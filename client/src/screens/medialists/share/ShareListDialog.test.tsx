import { medialists } from '@fundus/contract/medialists/medialists';
import { medialistSharing } from '@fundus/contract/medialists/sharing';
import { classes } from '@fundus/contract/classes/classes';
import { sharedMedia } from '@fundus/contract/shared-media/shared-media';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { classId, classLine } from '../../../testing/class.ts';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { medialist } from '../../../testing/medialist.ts';
import { frontendConfig, person } from '../../../testing/people.ts';
import { show } from '../../../testing/render.tsx';
import { shareTargetsOf } from './share-targets-of.ts';
import { ShareListDialog } from './ShareListDialog.tsx';

const all = { release: true, releaseToSchool: true, manage: true, seeSharing: true, link: true, substitute: true };
const teacher = person({ school_id: 'school-1' });
const page = { total: 1, offset: 0, limit: 50 };

const open = async (list = medialist({ visibility: 'private', can: all })) => {
  const onClose = vi.fn();
  const api = fakeApi(
    on(classes.list, {
      ...page,
      items: [classLine({ name: '8b' })],
      years: [],
      counts: { own: 1, shared: 0, archived: 0, school: 0, deleted: 0 },
      codes_without_class: 0,
      can: { create: false, seeSchool: false, join: false },
    }),
    on(medialistSharing.sharing, { members: [], releases: [] }),
    on(sharedMedia.colleagues, { items: [{ id: '019b0000-0000-7000-8000-000000000001', name: 'Meltem Demir', detail: '' }] }),
    on(medialistSharing.release, { releases: [], unlicensed: [] }),
    on(medialistSharing.setMember, { id: '019b0000-0000-7000-8000-000000000001', name: 'Meltem Demir', detail: '', role: 'editor' }),
    on(medialists.change, { ...list, visibility: 'school', version: 2 }),
  );
  await show(<ShareListDialog list={list} onClose={onClose} />, { user: teacher });
  return { api, onClose, dialog: within(await screen.findByRole('dialog')) };
};
const target = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('share targets of a list', () => {
  const offered = (can: object, about: object = {}, config = frontendConfig(), user = teacher) =>
    shareTargetsOf({ user, config }, medialist({ can, ...about }));

  it.each([
    ['its owner', all, {}, ['learners', 'colleagues', 'school', 'link']],
    ['a teacher who may release it', { manage: false, release: true }, {}, ['learners']],
    ['an administrator', { manage: false, release: true, releaseToSchool: true, substitute: true }, {}, ['learners', 'school', 'link']],
    ['editors of an editorial list', { release: true, manage: true, seeSharing: true }, { visibility: 'editorial' }, ['learners']],
    ['a reader', { manage: false }, {}, []],
  ])('include only targets that %s may use', (_, can, about, names) => expect(offered(can, about)).toEqual(names));

  it('omit the school if the portal keeps lists private', () => {
    const strict = frontendConfig({ PrivateMedialists: true });
    const own = { manage: true };
    expect(offered(own, { visibility: 'private' }, strict)).toEqual([]);
    expect(offered(own, { visibility: 'school' }, strict)).toEqual(['school']);
  });
});

describe('share dialog of a list', () => {
  it('releases a list to a class', async () => {
    const { api, onClose, dialog } = await open();
    fireEvent.click((await dialog.findAllByRole('checkbox', { name: /^8b/ }))[0]!);
    fireEvent.click(dialog.getByRole('button', { name: 'Freigeben' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(api.to(medialistSharing.release)[0]?.body).toMatchObject({ classes: [classId] });
  });

  it('does not release an empty list', async () => {
    const { dialog } = await open(medialist({ contents: [], can: all }));
    fireEvent.click((await dialog.findAllByRole('checkbox', { name: /^8b/ }))[0]!);
    expect(dialog.getByRole('button', { name: 'Freigeben' })).toHaveProperty('disabled', true);
    expect(dialog.getByText(/^Die Liste ist noch leer/)).toBeDefined();
  });

  it('disables the release of an empty list to the school', async () => {
    const { dialog } = await open(medialist({ contents: [], can: all }));
    target('Schule');
    expect(dialog.queryByText(/^Die Liste ist noch leer/)).toBeNull();
    fireEvent.click(dialog.getByRole('checkbox', { name: /^Alle Lernenden der Schule/ }));
    expect(dialog.getByText(/^Die Liste ist noch leer/)).toBeDefined();
    expect(dialog.getByRole('button', { name: 'Freigeben' })).toHaveProperty('disabled', true);
  });

  it('invites a colleague', async () => {
    const { api, onClose, dialog } = await open();
    target('Kollegium');
    fireEvent.click(await dialog.findByRole('checkbox', { name: 'Meltem Demir' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Einladen' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(api.to(medialistSharing.setMember)[0]?.body).toEqual({ role: 'editor' });
  });

  it('shares a list with the staff and all learners in one step', async () => {
    const { api, onClose, dialog } = await open();
    target('Schule');
    fireEvent.click(dialog.getByRole('checkbox', { name: /^Alle Lehrkräfte der Schule/ }));
    fireEvent.click(dialog.getByRole('checkbox', { name: /^Alle Lernenden der Schule/ }));
    fireEvent.click(dialog.getByRole('button', { name: 'Freigeben' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(api.to(medialists.change)[0]?.body).toEqual({ version: 1, visibility: 'school' });
    expect(api.to(medialistSharing.release)[0]?.body).toMatchObject({ school: true });
  });

  it('requires a password of at least four characters for a protected link', async () => {
    const { dialog } = await open();
    target('Link');
    expect(dialog.getByRole('textbox', { name: 'Name' })).toBeDefined();
    fireEvent.click(dialog.getByRole('checkbox', { name: /^Mit Passwort/ }));
    fireEvent.change(dialog.getByRole('textbox', { name: 'Passwort' }), { target: { value: 'abc' } });
    expect(dialog.getByRole('button', { name: 'Erstellen' })).toHaveProperty('disabled', true);
    fireEvent.change(dialog.getByRole('textbox', { name: 'Passwort' }), { target: { value: 'abcd' } });
    expect(dialog.getByRole('button', { name: 'Erstellen' })).toHaveProperty('disabled', false);
    expect(dialog.getByRole('button', { name: 'Code für die Vertretung' })).toBeDefined();
  });
});
