import type { Offer } from '@fundus/contract/marketplace/marketplace';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/render.tsx';
import { AddToCart } from './AddToCart.tsx';

const offer = (id: string, more: Partial<Offer>): Offer =>
  ({ id, scope: 'single', seats: 0, runtime: 'school_year', runtime_days: null, min_quantity: 1, ...more }) as Offer;

it('shows the runtime only if several offers have the same scope', async () => {
  fakeApi();
  const offers = [
    offer('one', {}),
    offer('class', { scope: 'group', seats: 30 }),
    offer('seats', { scope: 'volume', seats: 12 }),
    offer('short', { scope: 'school', runtime: 'days', runtime_days: 90 }),
    offer('long', { scope: 'school' }),
  ];
  await show(<AddToCart offers={offers} go={() => {}} />);
  const labels = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(labels.slice(0, 3)).toEqual(['Einzellizenz', 'Klasse oder Gruppe, 30 Plätze', '12 Plätze']);
  expect(labels.slice(3)).toEqual(['Ganze Schule, 90 Tage', 'Ganze Schule, bis Ende des Schuljahres']);
});
