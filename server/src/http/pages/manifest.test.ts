import { setupAdmin } from '@fundus/contract/setup/admin';
import { ThemeSettings } from '@fundus/contract/setup/theme';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { districtAdmin } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';

const portal = usePortal();

type Manifest = { name: string; short_name: string; theme_color: string; start_url: string; icons: { src: string; sizes: string }[] };
const manifest = async () => {
  const answer = await portal.app.inject({ url: '/manifest.webmanifest' });
  expect(answer.headers['content-type']).toBe('application/manifest+json; charset=utf-8');
  return answer.json<Manifest>();
};

test('uses the name and colour of the published theme', async () => {
  expect(await manifest()).toMatchObject({ name: 'Fundus', short_name: 'Fundus', theme_color: '#0061c0', start_url: '/' });
  const admin = await portal.as(districtAdmin());
  const settings = ThemeSettings.parse({ productName: 'Medienhaus Oberland', primaryColor: '#7a1f3d' });
  const { draft } = await admin.call(setupAdmin.saveTheme, { body: { version: 0, settings } });
  await admin.call(setupAdmin.publishTheme, { body: { version: draft!.version } });
  const { icons, ...about } = await manifest();
  expect(about).toMatchObject({ name: 'Medienhaus Oberland', short_name: 'Medienhaus', theme_color: '#7a1f3d' });
  for (const { src, sizes } of icons) {
    const { rawPayload, headers } = await portal.app.inject({ url: src });
    expect(headers['content-type']).toBe('image/png');
    const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true });
    expect(`${info.width}x${info.height}`).toBe(sizes);
    // The middle of the upper edge has the background colour in both rounded and maskable icons.
    const at = (2 * info.width + info.width / 2) * info.channels;
    expect([...data.subarray(at, at + 3)]).toEqual([0x7a, 0x1f, 0x3d]);
  }
});

test('fills the whole square only in maskable icons', async () => {
  const corner = async (name: string) => {
    const { rawPayload } = await portal.app.inject({ url: `/app-icons/${name}.png` });
    const { data } = await sharp(rawPayload).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    return data[3];
  };
  expect([await corner('app-192'), await corner('maskable-192'), await corner('apple-180')]).toEqual([0, 255, 255]);
});

test.each(['/app-icons/other.png', '/app-icons/toString.png', '/app-icons/app-192.svg'])('returns 404 for %s', async (url) => {
  expect((await portal.app.inject({ url })).statusCode).toBe(404);
});
