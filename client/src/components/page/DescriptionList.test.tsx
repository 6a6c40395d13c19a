import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { show } from '../../testing/render.tsx';
import { DescriptionList } from './DescriptionList.tsx';

it('omits rows without a value', async () => {
  await show(
    <DescriptionList
      rows={[
        ['Jahr', '2021'],
        ['Nummer', null],
        ['Anbieter', ''],
      ]}
    />,
  );
  expect(screen.getAllByRole('term').map((name) => name.textContent)).toEqual(['Jahr']);
  expect(screen.getAllByRole('definition').map((value) => value.textContent)).toEqual(['2021']);
});
