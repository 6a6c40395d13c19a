import { lending } from '@fundus/contract/lending/lending';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { lendingCopies } from '@fundus/contract/lending/models/copies';
import { expect, test } from 'vitest';
import { Snackbar } from '../../../../app/frame/Snackbar.tsx';
import type { Session } from '../../../../stores/session.ts';
import { fakeApi, on } from '../../../../testing/fake-api.ts';
import { mediaItem } from '../../../../testing/media-item.ts';
import { frontendConfig, person } from '../../../../testing/people.ts';
import { show } from '../../../../testing/render.tsx';
import '../../../../components/lending/CopiesDialog.tsx';
import { MediumLending } from '../side/MediumLending.tsx';
import { CarrierLending } from './CarrierLending.tsx';

const point = { id: '01900000-0000-7000-8000-000000000001', name: 'Verleih Lindenau' };
const model = { id: '01900000-0000-7000-8000-000000000002', name: 'Die Zelle', point, devices: 1, free_from: '2026-03-03' };
const contact = { ...point, address: 'Marktplatz 4', email: 'verleih@kreis.example', phone: '0000 904500' };
const lends = { ...frontendConfig(), GeraeteVerleih: true, Verleih: true };

async function open(reply: object, session: Partial<Session> = {}) {
  fakeApi(on(lending.ofMedium, { items: [], ask: [], add: [], ...reply } as never));
  const detail = mediaItem({ fn_typ: '46' }) as never;
  await show(<CarrierLending detail={detail} />, { config: lends, ...session });
}

test('links to the booking page if the medium is lent', async () => {
  await open({ items: [model] });
  expect(screen.getByRole('link', { name: 'Ausleihen' }).getAttribute('href')).toBe('/tech-rental?medium=FU-1');
});

test('shows the contact of the lending point if no copy is lent', async () => {
  await open({ ask: [contact] });
  expect(await screen.findByText('Verleih Lindenau')).toBeDefined();
  expect(screen.getByRole('link', { name: '0000 904500' }).getAttribute('href')).toBe('tel:0000904500');
  expect(screen.getByRole('link', { name: 'verleih@kreis.example' })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Ausleihen' })).toBeNull();
});

test('links to the contact page if the portal lends nothing', async () => {
  await open({}, { config: { ...lends, GeraeteVerleih: false, Verleih: false } });
  expect(screen.getByText('Fragen Sie Ihr Medienzentrum, ob Sie das Medium dort ausleihen können.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Kontakt zum Medienzentrum' }).getAttribute('href')).toBe('/contact');
});

test('refers learners who may not borrow to their teacher', async () => {
  await open({}, { user: person({ role: 'S' }) });
  expect(screen.getByText('Frag deine Lehrkraft, ob sie es für euch ausleiht.')).toBeDefined();
});

test('asks guests to sign in', async () => {
  await open({}, { user: false });
  expect(screen.getByRole('button', { name: 'Anmelden' })).toBeDefined();
});

test('lets the lending desk add copies with inventory codes', async () => {
  const api = fakeApi(
    on(lending.ofMedium, { items: [], ask: [], add: [point] }),
    on(lendingCopies.addCopies, { model: { id: model.id, name: 'Die Zelle' }, codes: ['A-1', 'A-2'], devices: 2 }),
  );
  await show(
    <>
      <MediumLending identifier="FU-1" fn_typ="46" />
      <Snackbar />
    </>,
    { config: lends },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Exemplare anlegen' }));
  fireEvent.change(await screen.findByLabelText('Codes'), { target: { value: 'A-1\n A-2 \n' } });
  fireEvent.click(screen.getAllByRole('button', { name: 'Exemplare anlegen' }).at(-1)!);
  await waitFor(() => expect(api.to(lendingCopies.addCopies)[0]?.body).toEqual({ point: point.id, shelf: '', codes: ['A-1', 'A-2'] }));
  expect(await screen.findByText('2 Exemplare angelegt: A-1, A-2')).toBeDefined();
});

test.each([
  ['an online film', '49', lends],
  ['a disc while discs are not lent', '46', { ...lends, Verleih: false }],
])('does not offer to add copies of %s', async (_, fn_typ, config) => {
  const api = fakeApi(on(lending.ofMedium, { items: [], ask: [], add: [point] }));
  await show(<MediumLending identifier="FU-1" fn_typ={fn_typ} />, { config });
  await waitFor(() => expect(api.to(lending.ofMedium)).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Exemplare anlegen' })).toBeNull();
});
