/** Screens of lending, for borrowers and for the desk. */
import { href } from '@fundus/contract/screens';
import * as desk from '../steps/desk-steps.ts';
import * as steps from '../steps/lending-steps.ts';
import { openSignature, fillInSignature } from '../steps/sign-steps.ts';
import type { Shot } from './shot.ts';

export const lendingShots: Shot[] = [
  { name: 'lending', as: 'teacher', path: href('tech-rental') },
  { name: 'lending-model', as: 'teacher', path: href('tech-rental'), before: steps.openModel },
  { name: 'lending-lessons', as: 'teacher', path: href('tech-rental'), before: steps.openLessons },
  { name: 'lending-favourites', as: 'teacher', path: href('tech-rental'), before: steps.markFavourite },
  { name: 'lending-cart', as: 'teacher', path: href('tech-rental'), before: steps.fillCart },
  { name: 'lending-wait', as: 'teacher', path: href('tech-rental'), before: steps.openWait },
  { name: 'lending-dates', as: 'teacher', path: href('tech-rental', {}, { tab: 'loans' }), before: steps.openDates },
  { name: 'lending-loans', as: 'teacher', path: href('tech-rental', {}, { tab: 'loans' }) },
  { name: 'lending-desk', as: 'districtAdmin', path: href('tech-rental', {}, { tab: 'desk' }) },
  { name: 'lending-order', as: 'districtAdmin', path: href('tech-rental', {}, { tab: 'desk' }), before: desk.openFirstOrder },
  { name: 'lending-several', as: 'districtAdmin', path: href('tech-rental', {}, { tab: 'desk' }), before: desk.selectTwoOrders },
  { name: 'lending-work', as: 'districtAdmin', path: href('tech-rental', {}, { tab: 'desk', work: 'repair' }) },
  { name: 'lending-models', as: 'districtAdmin', path: href('tech-rental', {}, { tab: 'stock', list: 'models' }) },
  { name: 'lending-sets', as: 'districtAdmin', path: href('tech-rental', {}, { tab: 'stock', list: 'more' }) },
  { name: 'lending-timeline', as: 'districtAdmin', path: href('tech-rental', {}, { tab: 'timeline' }), before: steps.openTimeline },
  { name: 'lending-tours', as: 'districtAdmin', path: href('tech-rental', {}, { tab: 'tours' }) },
  { name: 'lending-tour', as: 'districtAdmin', path: href('tech-rental', {}, { tab: 'tours' }), before: steps.openTour },
  { name: 'lending-private', as: 'districtAdmin', path: href('tech-rental', {}, { tab: 'private' }) },
  { name: 'lending-fee', as: 'districtAdmin', path: href('tech-rental', {}, { tab: 'private' }), before: steps.openFee },
  { name: 'lending-set', as: 'teacher', path: href('tech-rental'), before: steps.openSet },
  { name: 'lending-change', as: 'schoolAdmin', path: href('tech-rental', {}, { tab: 'loans' }), before: steps.openChange },
  { name: 'lending-stock', as: 'districtAdmin', path: href('tech-rental', {}, { tab: 'stock' }) },
  {
    name: 'lending-hand-over',
    as: 'districtAdmin',
    path: href('tech-rental', {}, { tab: 'desk' }),
    before: steps.beginHandOver,
  },
  { name: 'lending-sign', as: 'districtAdmin', path: href('tech-rental', {}, { tab: 'desk' }), before: openSignature },
  { name: 'lending-signed', as: 'districtAdmin', path: href('tech-rental', {}, { tab: 'desk' }), before: fillInSignature },
  { name: 'lending-order-for', as: 'districtAdmin', path: href('tech-rental', {}, { tab: 'desk' }), before: steps.openOrderFor },
  { name: 'lending-walk-up', as: 'districtAdmin', path: href('tech-rental', {}, { tab: 'desk' }), before: steps.openWalkUp },
  { name: 'lending-pass', as: 'districtAdmin', path: href('tech-rental', {}, { tab: 'stock' }), before: steps.openPass },
  { name: 'lending-damage', as: 'districtAdmin', path: href('tech-rental', {}, { tab: 'damage' }) },
  {
    name: 'lending-pictures',
    as: 'districtAdmin',
    path: href('tech-rental', {}, { tab: 'stock', list: 'models' }),
    before: steps.openPictures,
  },
  {
    name: 'lending-manuals',
    as: 'districtAdmin',
    path: href('tech-rental', {}, { tab: 'stock', list: 'models' }),
    before: steps.openManuals,
  },
  { name: 'lending-import', as: 'districtAdmin', path: href('tech-rental', {}, { tab: 'stock' }), before: steps.openImport },
  { name: 'lending-inventory', as: 'districtAdmin', path: href('tech-rental', {}, { tab: 'inventory' }), before: steps.startInventory },
  { name: 'lending-migration', as: 'districtAdmin', path: href('tech-rental', {}, { tab: 'migration' }) },
  {
    name: 'lending-migration-loans',
    as: 'districtAdmin',
    path: href('tech-rental', {}, { tab: 'migration' }),
    before: steps.openMigration,
  },
  { name: 'lending-numbers', as: 'districtAdmin', path: href('tech-rental', {}, { tab: 'numbers' }) },
  { name: 'lending-card', as: 'teacher', path: href('tech-rental', {}, { tab: 'loans' }), before: steps.openCard },
  { name: 'lending-point', as: 'districtAdmin', path: href('tech-rental', {}, { tab: 'stock' }), before: steps.openRules },
  { name: 'lending-schools', as: 'districtAdmin', path: href('tech-rental', {}, { tab: 'stock' }), before: steps.openSchoolList },
];

/** Pages that open from the desk. */
export const deskShots = {
  'lending-borrower': [{ name: 'lending-borrower', as: 'districtAdmin', path: desk.borrowerOfLoan }],
  'lending-device': [{ name: 'lending-device', as: 'districtAdmin', path: desk.deviceOnLoan }],
} satisfies Record<string, Shot[]>;

/** Screens of the tablet at a lending point. */
export const kioskShots: Shot[] = [
  { name: 'lending-kiosk-pair', as: null, path: steps.withoutTablet },
  { name: 'lending-kiosk', as: null, path: steps.pairTablet },
  { name: 'lending-kiosk-collect', as: null, path: steps.pairTablet, before: steps.scanAtTablet },
  { name: 'lending-kiosk-return', as: null, path: steps.pairTablet, before: steps.returnAtTablet },
];
