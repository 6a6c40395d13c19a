import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Snackbar } from '../../../app/frame/Snackbar.tsx';
import { show } from '../../../testing/render.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

it('copies the codes even without the clipboard API', async () => {
  vi.stubGlobal('navigator', { ...navigator, clipboard: undefined });
  const copied: string[] = [];
  document.execCommand = () => copied.push(document.querySelector('textarea')!.value) > 0;
  await show(
    <>
      <RecoveryCodes codes={['aaaa', 'bbbb']} onDone={() => {}} />
      <Snackbar />
    </>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Kopieren' }));
  await screen.findByText('Die Codes wurden kopiert.');
  expect(copied).toEqual(['aaaa\nbbbb']);
});
