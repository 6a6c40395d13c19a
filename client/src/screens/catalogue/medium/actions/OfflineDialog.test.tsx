import type { MediaDetail } from '@fundus/contract/catalogue/catalogue';
import type { MediaFile } from '@fundus/contract/files/files';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { mediaItem } from '../../../../testing/media-item.ts';
import { person } from '../../../../testing/people.ts';
import { show } from '../../../../testing/render.tsx';
import { OfflineDialog } from './OfflineDialog.tsx';

it('offers a download of an exercise that cannot be stored offline', async () => {
  const exercise = {
    id: 'exercise',
    role: 'main',
    mime: 'application/zip',
    viewer: 'h5p',
    href: '/content/t/exercise.h5p',
    download_href: '/content/d/exercise.h5p',
  } as MediaFile;
  const detail = { ...mediaItem(), files: [exercise] } as unknown as MediaDetail;
  const saving = { signedAt: Date.now(), renew: async () => null };
  await show(<OfflineDialog {...{ detail, saving }} user={person()} files={[]} downloads={[exercise]} onClose={() => undefined} />);
  await screen.findByText(/Interaktive Übungen/);
  expect(screen.getByRole('link', { name: 'Herunterladen' }).getAttribute('href')).toBe('/content/d/exercise.h5p');
});
