/** Tabs of the user's library. */
import { href } from '@fundus/contract/screens';
import * as listSteps from '../steps/list-steps.ts';
import * as addresses from './shot-addresses.ts';
import * as steps from '../steps/shot-steps.ts';
import type { Shot } from './shot.ts';

export const libraryShots: Shot[] = [
  { name: 'library', as: 'teacher', path: href('library') },
  { name: 'library-licences', as: 'teacher', path: href('library', { tab: 'licences' }) },
  { name: 'library-manage', as: 'schoolAdmin', path: href('library', { tab: 'licences' }, { view: 'manage' }) },
  {
    name: 'library-manage-new',
    as: 'districtAdmin',
    path: href('library', { tab: 'licences' }, { view: 'manage' }),
    before: steps.newLicence,
  },
  { name: 'library-redeem', as: 'student', path: href('library', { tab: 'licences' }), before: steps.redeemCode },
  { name: 'library-bookmarks', as: 'teacher', path: href('library', { tab: 'bookmarks' }) },
  { name: 'library-lists', as: 'teacher', path: async (on) => (await listSteps.ensureList(on), href('library', { tab: 'lists' })) },
  { name: 'library-own', as: 'teacher', path: addresses.withOwnMaterial('list') },
  { name: 'library-excerpts', as: 'teacher', path: addresses.withExcerpt },
  { name: 'library-shared', as: 'teacher', path: href('library', { tab: 'shared' }) },
  { name: 'library-shared-mine', as: 'teacher', path: href('library', { tab: 'shared' }, { show: 'by_me' }) },
  { name: 'library-shared-pupil', as: 'student', path: href('library', { tab: 'shared' }) },
  { name: 'library-history', as: 'student', path: href('library', { tab: 'history' }) },
  { name: 'library-searches', as: 'teacher', path: href('library', { tab: 'searches' }) },
  { name: 'library-wishes', as: 'teacher', path: addresses.withWish },
  { name: 'library-reports', as: 'districtAdmin', path: href('library', { tab: 'reports' }) },
  { name: 'library-offline', as: 'teacher', path: href('library', { tab: 'offline' }) },
  { name: 'library-downloads', as: 'teacher', path: href('library', { tab: 'downloads' }) },
];
