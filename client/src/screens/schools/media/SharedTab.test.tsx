import { schools, type School } from '@fundus/contract/schools/schools';
import { sharedMedia } from '@fundus/contract/shared-media/shared-media';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { person } from '../../../testing/people.ts';
import { show } from '../../../testing/render.tsx';
import { sharedList, sharedMedium } from '../../../testing/shared.ts';
import { Screen } from '../SchoolScreen.tsx';

const can = {
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
const about = { number: '1', kind: '', street: '', postcode: '', city: '', email: '', phone: '', website: '', logo: null };
const school = (id = 'school-1') =>
  ({
    ...about,
    id,
    name: 'Gymnasium am Lindenhof',
    district: { id: 'demo', name: 'Kreis' },
    state: 'active',
    state_reason: '',
    state_since: '2026-01-01T00:00:00.000Z',
    closes_on: null,
    erased_on: null,
    settings: null,
    version: 1,
    can,
  }) as unknown as School;
const open = (user = person({ school_id: 'school-1' }), search = '?tab=shared') =>
  show(<Screen name="school" params={{}} search={search} go={() => undefined} from={null} />, { user });

it('lists the media shared with the whole school', async () => {
  const api = fakeApi(
    on(schools.own, { school: school() }),
    on(sharedMedia.list, sharedList([sharedMedium(1, { to: 'school', message: 'Zum Tag des Wassers' })])),
    on(sharedMedia.mark, { ok: true }),
  );
  await open();
  const line = within((await screen.findByRole('heading', { name: 'Medium 1' })).closest('li')!);
  expect(line.getByText('Zum Tag des Wassers')).toBeDefined();
  expect(line.getByText(/von Meltem Demir/)).toBeDefined();
  expect(api.to(sharedMedia.list)[0]?.query).toMatchObject({ show: 'school' });
  expect(screen.getByText(/„Freigeben“, dann „Ganze Schule“/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Medien suchen' }).getAttribute('href')).toBe('/search');
  fireEvent.click(line.getByRole('link', { name: 'Medium 1' }));
  await waitFor(() => expect(api.to(sharedMedia.mark)[0]?.body).toEqual({ to: 'read' }));
});

it('lets an administrator withdraw a share after a confirmation', async () => {
  const api = fakeApi(
    on(schools.own, { school: school() }),
    on(sharedMedia.list, sharedList([sharedMedium(1, { to: 'school', can: { revoke: true, forward: false } })])),
    on(sharedMedia.revoke, { ok: true }),
  );
  await open(person({ school_id: 'school-1', school_admin: '1' }));
  fireEvent.click(await screen.findByRole('button', { name: /Medium 1/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Zurückziehen' }));
  expect(api.to(sharedMedia.revoke)).toHaveLength(0);
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Zurückziehen' }));
  await waitFor(() => expect(api.to(sharedMedia.revoke)[0]?.params).toEqual({ id: sharedMedium(1).id }));
});

it('offers learners no way to share media', async () => {
  fakeApi(
    on(schools.own, { school: school() }),
    on(sharedMedia.list, sharedList([], { lists: ['classes', 'school'], can: { share: false } })),
  );
  await open(person({ role: 'S', school_id: 'school-1' }));
  expect(await screen.findByText('Diese Medien sind für alle an deiner Schule.')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Medien suchen' })).toBeNull();
});

it('hides the tab from district staff', async () => {
  fakeApi(on(schools.read, school('school-9')));
  await open(person({ school_id: null, district_admin: '1' }), '?id=school-9');
  await screen.findByRole('heading', { name: 'Gymnasium am Lindenhof' });
  expect(screen.queryByRole('link', { name: 'Empfohlen' })).toBeNull();
});
