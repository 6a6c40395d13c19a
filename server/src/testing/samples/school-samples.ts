/** Sample requests for the calls of schools. They use the sample school and its logo. */
import { today } from '@fundus/contract/days';
import { Readable } from 'node:stream';
import type { TestPortal } from '../index.ts';
import type { Sample, SampleWorld as World } from './sample-world.ts';

export const schoolSamples = ({ portal }: TestPortal) => ({
  'schools.read': (w: World): Sample => ({ params: { id: w.school } }),
  'schools.change': (w: World): Sample => ({ params: { id: w.school }, body: { version: 1, phone: '030 1234' } }),
  'schools.setLogo': (w: World): Sample => ({ params: { id: w.school }, body: { version: 1, content: 'TVo=' } }),
  'schools.removeLogo': (w: World): Sample => ({ params: { id: w.school }, body: { version: 1 } }),
  'schools.logo': async (w: World): Promise<Sample> => {
    const file = 'a'.repeat(64);
    await portal.storage.write(`schools/${file}.png`, Readable.from(['ein Bild']));
    await portal.db.updateTable('school').set({ logo: file, logo_mime: 'image/png' }).where('id', '=', w.school).execute();
    return { params: { id: w.school, file } };
  },
  'schools.media': (w: World): Sample => ({ params: { id: w.school } }),
  'schools.exportMedia': (w: World): Sample => ({ params: { id: w.school } }),
  'schools.exportData': (w: World): Sample => ({ params: { id: w.school } }),
  'schools.numbers': (w: World): Sample => ({ params: { id: w.school } }),
  'schools.numbersFile': (w: World): Sample => ({ params: { id: w.school } }),
  'schools.report': (w: World): Sample => ({ params: { id: w.school }, query: { month: today(new Date()).slice(0, 7) } }),
  'schools.districtReport': (): Sample => ({ query: { month: today(new Date()).slice(0, 7) } }),
  'schools.ends': (w: World): Sample => ({ query: { school: w.school } }),
  'schools.makeFeed': (): Sample => ({ body: {} }),
  'schools.import': (): Sample => ({
    body: { content: Buffer.from('Schulnummer;Name\n999999;Neue Schule').toString('base64'), dry_run: true },
  }),
  'schools.feedFile': (): Sample => ({ params: { token: 'x' } }),
  'schools.state': (w: World): Sample => ({ params: { id: w.school }, body: { to: 'suspended', version: 1, reason: 'x' } }),
  'schools.merge': (w: World): Sample => ({ params: { id: w.school }, body: { version: 1, into: w.neighbour } }),
});
