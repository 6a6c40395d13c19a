import { accounts } from '@fundus/contract/accounts/accounts';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import type { OrderEffect } from '@fundus/contract/lending/orders/effects';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { t } from '../../../i18n/translate.ts';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { lendingPoint } from '../../../testing/lending.ts';
import { person } from '../../../testing/people.ts';
import { show } from '../../../testing/render.tsx';
import { PointDialog } from './PointDialog.tsx';

const dates = (pick_up: string, collect_until: string | null, end: string) => ({ pick_up, collect_until, end });
const line = (about: Partial<OrderEffect['lines'][number]>): OrderEffect['lines'][number] => ({
  ...{ model: 'Kamera', on_loan: false, from: null, to: null, problem: null },
  before: dates('2026-03-11', '2026-03-13', '2026-03-20'),
  after: dates('2026-03-16', '2026-03-17', '2026-03-20'),
  ...about,
});
const effect: OrderEffect = {
  ...{ order: '019b0000-0000-7000-8000-0000000000bb', number: '4070912999', borrower: 'Kim Kern', school: 'Schule a' },
  lines: [
    line({}),
    line({
      model: 'Beamer',
      on_loan: true,
      before: dates('2026-03-02', null, '2026-03-13'),
      after: dates('2026-03-02', null, '2026-03-16'),
    }),
    line({ model: 'Tablet', problem: 'no_device' }),
    line({ model: 'Mikrofon', problem: 'closed' }),
  ],
};
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));

it('shows the affected orders before saving', async () => {
  const saved = vi.fn(() => lendingPoint());
  fakeApi(on(accounts.userinfo, person()), on(lendingDesk.pointEffects, { items: [effect] }), on(lendingDesk.changePoint, saved));
  const done = vi.fn();
  await show(<PointDialog point={lendingPoint()} onClose={() => {}} onDone={done} />);
  await press(t('app.save'));
  const list = await screen.findByRole('list', { name: t('lending.effects') });
  for (const words of [
    'Kim Kern, Schule a',
    /Kamera: abholen ab .*16\. März.*spätestens .*17\. März/,
    /Beamer: zurück bis .*16\. März.* statt .*13\. März/,
  ])
    expect(list.textContent).toMatch(words);
  expect(list.textContent).toMatch(/Tablet: Rückgabe bleibt/);
  expect(list.textContent).toMatch(/Mikrofon: wird storniert/);
  expect(saved).not.toHaveBeenCalled();
  fireEvent.change(screen.getByLabelText(t('lending.point.phone')), { target: { value: '123' } });
  expect(screen.queryByRole('list', { name: t('lending.effects') })).toBeNull();
  await press(t('app.save'));
  await press(t('lending.effects.save'));
  expect(saved).toHaveBeenCalledTimes(1);
  expect(done).toHaveBeenCalled();
});

it('saves immediately if no order is affected', async () => {
  const saved = vi.fn(() => lendingPoint());
  fakeApi(on(accounts.userinfo, person()), on(lendingDesk.pointEffects, { items: [] }), on(lendingDesk.changePoint, saved));
  await show(<PointDialog point={lendingPoint()} onClose={() => {}} onDone={() => {}} />);
  await press(t('app.save'));
  expect(saved).toHaveBeenCalledTimes(1);
});
