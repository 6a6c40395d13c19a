/** Sample requests for all calls of own material. They use material of another person at the school. */
import { MATERIAL, type Sample, type SampleWorld as World } from './sample-world.ts';

const ofMaterial = async (w: World, body?: object): Promise<Sample> => ({
  params: { identifier: await w.material() },
  ...(body && { body }),
});

export const materialSamples = {
  'ownMaterial.create': () => ({ body: { record: MATERIAL, rights: null } }),
  'ownMaterial.read': (w: World) => ofMaterial(w),
  'ownMaterial.change': (w: World) => ofMaterial(w, { version: 1, record: MATERIAL, rights: null }),
  'ownMaterial.share': (w: World) => ofMaterial(w),
  'ownMaterial.withdraw': (w: World) => ofMaterial(w),
  'ownMaterial.remove': (w: World) => ofMaterial(w),
  'ownMaterial.restore': (w: World) => ofMaterial(w),
  'ownMaterial.ofSchool': (w: World) => ({ params: { id: w.school } }),
  'ownMaterial.takeDown': (w: World) => ofMaterial(w, {}),
  'ownMaterial.reinstate': (w: World) => ofMaterial(w),
  'ownMaterial.undoTransfer': (w: World) => ofMaterial(w),
  'ownMaterial.transfer': async (w: World) => ofMaterial(w, { person_id: await w.person() }),
};
