/** Rights at the lending point of a school. `marks.ts` explains the terms. */
import type { lending } from '../lending/lending.ts';
import type { lendingAgreement } from '../lending/orders/agreement.ts';
import type { lendingBriefings } from '../lending/orders/briefings.ts';
import type { lendingCondition } from '../lending/condition/condition.ts';
import type { lendingInventory } from '../lending/inventory/inventory.ts';
import type { lendingFavourites } from '../lending/models/favourites.ts';
import type { lendingCopies } from '../lending/models/copies.ts';
import type { lendingFeed } from '../lending/calendar/feed.ts';
import type { lendingFees } from '../lending/private-borrowers/fees.ts';
import type { lendingPrivate } from '../lending/private-borrowers/private-borrowers.ts';
import type { lendingProposals } from '../lending/points/proposals.ts';
import type { lendingManuals } from '../lending/models/manuals.ts';
import type { holidayImport } from '../lending/calendar/holiday-import.ts';
import type { landHolidays } from '../lending/calendar/land-holidays.ts';
import type { lendingPaper } from '../lending/desk/paper.ts';
import type { lendingPictures } from '../lending/models/pictures.ts';
import type { lendingBorrower } from '../lending/desk/borrower-page.ts';
import type { lendingDesk } from '../lending/desk/desk.ts';
import type { lendingTemplates } from '../lending/cart/templates.ts';
import type { lendingStatistics } from '../lending/reports/statistics.ts';
import type { lendingStock } from '../lending/stock/stock.ts';
import type { lendingTimeline } from '../lending/desk/timeline.ts';
import type { lendingKiosk } from '../lending/kiosk/kiosk.ts';
import type { lendingTours } from '../lending/courier/tours.ts';
import type { lendingWaiting } from '../lending/cart/waiting.ts';
import type { lendingMigration } from '../lending/migration/migration.ts';
import {
  ADMINISTRATORS,
  AT_KIOSK,
  REQUIRES_VALID_CODE,
  UNKNOWN_ADDRESS,
  HIDDEN_OBJECT_OF_SCHOOL,
  SIGNED_IN,
  UNKNOWN,
  withMarks,
  type Right,
} from './marks.ts';

/** Admits the staff of the school and the administrators of its district. */
const SEEN = withMarks(UNKNOWN, { in: ['teacher', 'staff', 'schoolAdmin', 'basicView', 'districtAdmin'] });
const BORROWED = withMarks(SEEN, { refused: ['districtAdmin', 'code'] });
/** Rights of the desk. Colleagues get 403 rather than 404, because they know that the lending point exists. */
const DESK = withMarks(HIDDEN_OBJECT_OF_SCHOOL, { refused: ['teacher', 'staff', 'basicView', 'code'] });
/** Rights on a waiting-list entry, which only its owner can see. */
const WISH = UNKNOWN;
/** Rights on an order of another user of the school. */
const ORDER = withMarks(UNKNOWN, { in: ['schoolAdmin', 'districtAdmin'] });

type Calls = typeof lending &
  typeof lendingAgreement &
  typeof lendingBriefings &
  typeof lendingTemplates &
  typeof lendingTimeline &
  typeof lendingFavourites &
  typeof lendingFeed &
  typeof lendingCopies &
  typeof lendingFees &
  typeof lendingPrivate &
  typeof lendingKiosk &
  typeof lendingTours &
  typeof lendingDesk &
  typeof lendingBorrower &
  typeof lendingCondition &
  typeof lendingInventory &
  typeof lendingMigration &
  typeof lendingManuals &
  typeof holidayImport &
  typeof landHolidays &
  typeof lendingPaper &
  typeof lendingProposals &
  typeof lendingPictures &
  typeof lendingStatistics &
  typeof lendingStock &
  typeof lendingWaiting;
export const LENDING_RIGHTS: Record<keyof Calls, Right> = {
  acceptOffer: WISH,
  addKiosk: DESK,
  /** Only the responsible teacher can agree, and no test user is responsible. */
  agree: UNKNOWN,
  disagree: UNKNOWN,
  responsible: SIGNED_IN,
  /** Only learners can list responsible teachers, if the lending point admits learners. */
  teachers: withMarks(HIDDEN_OBJECT_OF_SCHOOL, { refused: ['teacher', 'staff', 'schoolAdmin', 'basicView', 'districtAdmin', 'code'] }),
  addToCart: BORROWED,
  addCopies: DESK,
  addFavourite: SEEN,
  favourites: SIGNED_IN,
  removeFavourite: SEEN,
  /** Borrowers can add photos of the devices on loan to them, the desk can add photos of any device. */
  addPhoto: DESK,
  addPicture: DESK,
  addManual: DESK,
  removeManual: DESK,
  manual: SEEN,
  addPrivateBorrower: DESK,
  changePrivateBorrower: DESK,
  privateBorrowerData: DESK,
  privateBorrowers: DESK,
  removePrivateBorrower: DESK,
  fee: ORDER,
  fees: DESK,
  feesFile: DESK,
  notePayment: ORDER,
  approve: ORDER,
  undoDecision: ORDER,
  borrowers: DESK,
  identifyScan: DESK,
  borrowerPage: DESK,
  borrowerHistory: DESK,
  addNote: DESK,
  removeNote: DESK,
  messageBorrower: DESK,
  suspendBorrower: DESK,
  briefBorrower: DESK,
  devicePage: DESK,
  brief: ORDER,
  briefings: DESK,
  beginInventory: DESK,
  calendar: SEEN,
  cancelLine: ORDER,
  cancelOrder: ORDER,
  cancelWait: WISH,
  card: SIGNED_IN,
  /** The test users have no card. */
  cardPicture: UNKNOWN,
  cart: BORROWED,
  changeDamage: DESK,
  changeItem: DESK,
  changeLine: ORDER,
  changeModel: DESK,
  changePicture: DESK,
  changePoint: DESK,
  pointEffects: DESK,
  changeTemplate: DESK,
  countItem: DESK,
  createItem: DESK,
  createModel: DESK,
  changeTour: DESK,
  courier: SEEN,
  createTour: DESK,
  markTour: DESK,
  removeTour: DESK,
  tourDay: DESK,
  tourEffects: DESK,
  tourSheet: DESK,
  tours: DESK,
  createTemplate: DESK,
  createPoint: withMarks(SIGNED_IN, { refused: ['learner', 'teacher', 'staff', 'basicView'] }),
  damage: DESK,
  exportDamage: DESK,
  exportDesk: DESK,
  exportOrders: SIGNED_IN,
  dates: SIGNED_IN,
  declineOffer: WISH,
  desk: DESK,
  desks: SIGNED_IN,
  deskOrder: ORDER,
  deskOrders: DESK,
  deskTasks: DESK,
  prepareOrder: ORDER,
  endBriefing: DESK,
  endCard: SIGNED_IN,
  endKiosk: DESK,
  dropInventory: DESK,
  endSuspension: DESK,
  endFeed: SIGNED_IN,
  feed: SIGNED_IN,
  feedFile: UNKNOWN_ADDRESS,
  exportItems: DESK,
  holidays: SIGNED_IN,
  readHolidays: withMarks(ADMINISTRATORS, { in: ['basicView'] }),
  finishInventory: DESK,
  handOver: ORDER,
  deliver: BORROWED,
  hold: BORROWED,
  importItems: DESK,
  migration: DESK,
  migrate: DESK,
  migrationTemplate: DESK,
  startReminders: DESK,
  inventories: DESK,
  inventory: DESK,
  inventoryReport: DESK,
  items: DESK,
  kiosk: AT_KIOSK,
  kioskBorrower: AT_KIOSK,
  kioskComplain: withMarks(AT_KIOSK, { unknown: ['kiosk'] }),
  kioskReturn: AT_KIOSK,
  kioskTake: AT_KIOSK,
  kiosks: DESK,
  labels: DESK,
  makeCard: withMarks(SIGNED_IN, { refused: ['learner'] }),
  makeFeed: withMarks(SIGNED_IN, { refused: ['learner'] }),
  model: SEEN,
  models: SEEN,
  moveBooking: ORDER,
  moveItem: DESK,
  /** The reply contains nothing about devices of other lending points. */
  ofMedium: SIGNED_IN,
  order: ORDER,
  orderFor: DESK,
  orders: SIGNED_IN,
  /** The test sends no valid pairing code. */
  pairKiosk: REQUIRES_VALID_CODE,
  pass: DESK,
  photo: DESK,
  picking: DESK,
  picture: SEEN,
  points: SIGNED_IN,
  prepare: ORDER,
  scan: DESK,
  slips: DESK,
  putReady: DESK,
  proposals: DESK,
  propose: DESK,
  acceptProposal: DESK,
  declineProposal: DESK,
  undoProposal: DESK,
  /** Only the author can withdraw a proposal. */
  withdrawProposal: withMarks(DESK, { refused: ['schoolAdmin', 'districtAdmin'] }),
  recordCondition: DESK,
  reject: ORDER,
  /** Users can only remove lines from their own cart. */
  removeFromCart: withMarks(UNKNOWN, { refused: ['schoolAdmin', 'districtAdmin', 'code'] }),
  removePicture: DESK,
  removeTemplate: DESK,
  renew: ORDER,
  /** Users can only repeat their own orders. */
  repeat: UNKNOWN,
  reportDamage: DESK,
  slip: ORDER,
  statistics: DESK,
  statisticsFile: DESK,
  stock: DESK,
  placeOrder: BORROWED,
  suspend: ORDER,
  suspensions: DESK,
  takeBack: DESK,
  takeTemplate: BORROWED,
  templates: SEEN,
  timeline: DESK,
  wait: BORROWED,
  waiting: DESK,
  waits: SIGNED_IN,
  walkUp: DESK,
};
