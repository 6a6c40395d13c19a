import type { endpoints } from '@fundus/contract/endpoints';
import type { Handlers } from '../../http/implement.ts';
import { changeDamage, readDamage, reportDamage } from './condition/damage.ts';
import { printTour } from './courier/print-tour.ts';
import { changeTour, createTour, findTourDay, markTour, readCourier, readTourEffects, readTours, removeTour } from './courier/tours.ts';
import { agree, refuseAgreement, readResponsible, readTeachers } from './orders/agreement.ts';
import { recordBriefingOfOrder, endBriefing, readBriefings } from './orders/briefings.ts';
import { readPass, recordCondition } from './condition/condition.ts';
import { printSlip, printSlips } from './desk/print.ts';
import { printLabels, printPicking } from './desk/print-stock.ts';
import { addPhoto, sendPhoto, storePhoto } from './condition/photos.ts';
import { addPicture, changePicture, removePicture, sendPicture, storePicture } from './models/pictures.ts';
import { endSuspension, readSuspensions, suspend } from './orders/suspensions.ts';
import { changeLine } from './orders/change.ts';
import { deliverCart, extendCart, addToCart, placeOrder, readCart, removeFromCart } from './cart/cart.ts';
import { writeDates } from './calendar/dates.ts';
import { readScan } from './desk/scan.ts';
import { readDesk, readDeskOrder, readDeskOrders, readDesks, readDeskTasks } from './desk/desk.ts';
import { readBorrowerHistory, readBorrowerPage } from './desk/borrower-page.ts';
import { readDevicePage } from './desk/device-page.ts';
import { identifyScan } from './desk/identify-scan.ts';
import { addNote, briefBorrower, messageBorrower, removeNote, suspendBorrower } from './desk/borrower-acts.ts';
import { handOver } from './desk/hand-over.ts';
import { prepareDevice, prepareOrder, prepareScannedDevice } from './desk/ready.ts';
import { moveBooking, readTimeline } from './desk/timeline.ts';
import { readCalendar, readModel, readModels } from './cart/find.ts';
import { approveLoanOrder, cancelLine, cancelOrder, readOrder, readOwnOrders, rejectLoanOrder, renewLine } from './orders/orders.ts';
import { undoOrderDecision } from './orders/undo-decision.ts';
import { readLendingOfMedium } from './cart/of-media.ts';
import { addCopies } from './stock/copies.ts';
import { addKiosk, endKiosk, pairKiosk, readKiosks } from './kiosk/kiosks.ts';
import { endFeed, makeFeed, readLoanFeed, sendFeed } from './calendar/feed.ts';
import { returnDevice, reportReturnedDevice, readBorrower, readKiosk, lendAtKiosk } from './kiosk/kiosk.ts';
import { orderForBorrower } from './cart/order-for.ts';
import { repeatOrder } from './cart/repeat.ts';
import { changePoint, readPointEffects } from './orders/change-point.ts';
import { createPoint, readPoints } from './points/points.ts';
import { acceptProposal, declineProposal, propose, readProposals, undoProposal, withdrawProposal } from './points/proposals.ts';
import { acceptOffer, joinQueue, leaveWaitingList, readWaitingList, readOwnWaitingList } from './cart/waiting.ts';
import { changeItem, changeModel, createItem, createModel, moveItem, readItems } from './stock/stock.ts';
import { readHolidays } from './calendar/holiday-import.ts';
import { readLandHolidays } from './calendar/holidays.ts';
import { exportItems, importItems, readStockImport } from './stock/stock-import.ts';
import type { StockTable } from './stock/stock-file.ts';
import { readStatistics, writeStatistics } from './reports/statistics.ts';
import { readStockSums } from './stock/stock-sums.ts';
import { addFavourite, readFavourites, removeFavourite } from './models/favourites.ts';
import { beginInventory, countItem, discardInventory, finishInventory, readInventories, readInventory } from './inventory/inventories.ts';
import { writeInventory } from './inventory/inventory-report.ts';
import { returnScannedDevice } from './desk/return-device.ts';
import { changeTemplate, createTemplate, readTemplates, removeTemplate, addTemplateToCart } from './cart/templates.ts';
import { readBorrowers } from './borrowers/borrowers.ts';
import { addManual, removeManual, sendManual, storeManual } from './models/manuals.ts';
import { recordPayment, readFee, readFees, writeFees } from './private-borrowers/fees.ts';
import { addPrivate, changePrivate, readPrivate, removePrivateBorrower, writePrivateData } from './private-borrowers/private-borrowers.ts';
import { lendWalkUp } from './desk/walk-up.ts';
import { drawCard, endCard, makeCard, readCard } from './borrowers/cards.ts';
import { migrate, readMigrationFile } from './migration/import.ts';
import type { MigrationTable } from './migration/read-file.ts';
import { readMigrationState, startReminders } from './migration/state.ts';
import { sendTemplate } from './migration/template.ts';
import { exportDamage, exportDesk, exportOwnOrders } from './orders-export.ts';

export const handlers: Handlers<typeof endpoints.lending, 'pause' | 'storage'> = {
  teachers: (ctx, { query }) => readTeachers(ctx, query),
  responsible: (ctx) => readResponsible(ctx),
  agree: (ctx, { params, body }) => agree(ctx, params.id, body.asked_at),
  disagree: (ctx, { params, body }) => refuseAgreement(ctx, params.id, body.reason),
  proposals: (ctx, { query }) => readProposals(ctx, query.point),
  propose: (ctx, { params, body }) => propose(ctx, params.id, body),
  acceptProposal: (ctx, { params }) => acceptProposal(ctx, params.id, changePoint),
  undoProposal: (ctx, { params }) => undoProposal(ctx, params.id, changePoint),
  declineProposal: (ctx, { params, body }) => declineProposal(ctx, params.id, body.reason),
  withdrawProposal: (ctx, { params }) => withdrawProposal(ctx, params.id),
  points: (ctx) => readPoints(ctx),
  favourites: (ctx) => readFavourites(ctx),
  addFavourite: (ctx, { params }) => addFavourite(ctx, params.id),
  removeFavourite: (ctx, { params }) => removeFavourite(ctx, params.id),
  models: (ctx, { query }) => readModels(ctx, query),
  model: (ctx, { params }) => readModel(ctx, params.id),
  ofMedium: (ctx, { params }) => readLendingOfMedium(ctx, params.identifier),
  addCopies: (ctx, { params, body }) => addCopies(ctx, params.identifier, body),
  calendar: (ctx, { params, query }) => readCalendar(ctx, params.id, query),
  cart: (ctx, { query }) => readCart(ctx, query.point),
  addToCart: (ctx, { body }) => addToCart(ctx, body),
  removeFromCart: (ctx, { params }) => removeFromCart(ctx, params.id),
  deliver: (ctx, { body }) => deliverCart(ctx, body),
  hold: (ctx, { body }) => extendCart(ctx, body.point),
  placeOrder: (ctx, { body }) => placeOrder(ctx, body),
  orders: (ctx, { query }) => readOwnOrders(ctx, query),
  exportOrders: (ctx, { query }) => exportOwnOrders(ctx, query),
  exportDesk: (ctx, { query }) => exportDesk(ctx, query),
  exportDamage: (ctx, { query }) => exportDamage(ctx, query),
  order: (ctx, { params }) => readOrder(ctx, params.id),
  cancelOrder: (ctx, { params, body }) => cancelOrder(ctx, params.id, body.reason),
  cancelLine: (ctx, { params, body }) => cancelLine(ctx, params.id, body.reason),
  changeLine: (ctx, { params, body }) => changeLine(ctx, params.id, body),
  renew: (ctx, { params, body }) => renewLine(ctx, params.id, body),
  repeat: (ctx, { params, body }) => repeatOrder(ctx, params.id, body),
  feed: (ctx) => readLoanFeed(ctx),
  makeFeed: (ctx) => makeFeed(ctx),
  endFeed: (ctx) => endFeed(ctx),
  feedFile: (ctx, { params }) => sendFeed(ctx, params.token),
  dates: (ctx) => writeDates(ctx),
  kiosks: (ctx, { query }) => readKiosks(ctx, query.point),
  addKiosk: (ctx, { body }) => addKiosk(ctx, body),
  endKiosk: (ctx, { params }) => endKiosk(ctx, params.id),
  card: (ctx) => readCard(ctx),
  cardPicture: (ctx) => drawCard(ctx),
  makeCard: (ctx) => makeCard(ctx),
  endCard: (ctx) => endCard(ctx),
  pairKiosk,
  kiosk: (ctx) => readKiosk(ctx),
  kioskBorrower: (ctx, { body }) => readBorrower(ctx, body),
  kioskTake: (ctx, { body }) => lendAtKiosk(ctx, body),
  kioskReturn: (ctx, { body }) => returnDevice(ctx, body),
  kioskComplain: (ctx, { body }) => reportReturnedDevice(ctx, body),
  desk: (ctx, { query }) => readDesk(ctx, query.point),
  desks: (ctx) => readDesks(ctx),
  deskOrders: (ctx, { query }) => readDeskOrders(ctx, query),
  deskOrder: (ctx, { params }) => readDeskOrder(ctx, params.id),
  deskTasks: (ctx, { query }) => readDeskTasks(ctx, query),
  prepareOrder: (ctx, { params }) => prepareOrder(ctx, params.id),
  scan: (ctx, { query }) => readScan(ctx, query),
  identifyScan: (ctx, { body }) => identifyScan(ctx, body),
  borrowerPage: (ctx, { params, query }) => readBorrowerPage(ctx, params.id, query.point),
  borrowerHistory: (ctx, { params, query }) => readBorrowerHistory(ctx, params.id, query),
  addNote: (ctx, { params, body }) => addNote(ctx, params.id, body),
  removeNote: (ctx, { params }) => removeNote(ctx, params.id),
  messageBorrower: (ctx, { params, body }) => messageBorrower(ctx, params.id, body),
  suspendBorrower: (ctx, { params, body }) => suspendBorrower(ctx, params.id, body),
  briefBorrower: (ctx, { params, body }) => briefBorrower(ctx, params.id, body),
  devicePage: (ctx, { params }) => readDevicePage(ctx, params.id),
  approve: (ctx, { params, body }) => approveLoanOrder(ctx, params.id, body.lines),
  undoDecision: (ctx, { params }) => undoOrderDecision(ctx, params.id),
  reject: (ctx, { params, body }) => rejectLoanOrder(ctx, params.id, body.reason),
  prepare: (ctx, { params, body }) => prepareDevice(ctx, params.id, body.code),
  handOver: (ctx, { params, body }) => handOver(ctx, params.id, body),
  borrowers: (ctx, { query }) => readBorrowers(ctx, query),
  walkUp: (ctx, { body }) => lendWalkUp(ctx, body),
  orderFor: (ctx, { body }) => orderForBorrower(ctx, body),
  takeBack: (ctx, { body }) => returnScannedDevice(ctx, body),
  createPoint: (ctx, { body }) => createPoint(ctx, body),
  changePoint: (ctx, { params, body }) => changePoint(ctx, params.id, body),
  pointEffects: (ctx, { params, body }) => readPointEffects(ctx, params.id, body),
  createModel: (ctx, { body }) => createModel(ctx, body),
  changeModel: (ctx, { params, body }) => changeModel(ctx, params.id, body),
  items: (ctx, { query }) => readItems(ctx, query),
  createItem: (ctx, { body }) => createItem(ctx, body),
  changeItem: (ctx, { params, body }) => changeItem(ctx, params.id, body),
  moveItem: (ctx, { params, body }) => moveItem(ctx, params.id, body),
  importItems: {
    before: (ctx, { body }) => readStockImport(ctx, body),
    write: (ctx, { body }, table: StockTable) => importItems(ctx, body, table),
  },
  migration: (ctx, { query }) => readMigrationState(ctx, query.point),
  migrate: {
    before: (ctx, input) => readMigrationFile(ctx, input),
    write: (ctx, input, table: MigrationTable) => migrate(ctx, input, table),
  },
  migrationTemplate: (ctx, input) => sendTemplate(ctx, input),
  startReminders: (ctx, { body }) => startReminders(ctx, body),
  readHolidays: {
    before: (ctx, { body }) => readHolidays(ctx, body.content),
    write: async (_, __, found: Awaited<ReturnType<typeof readHolidays>>) => found,
  },
  holidays: (ctx, { params }) => readLandHolidays(ctx, params.land),
  exportItems: (ctx, { query }) => exportItems(ctx, query),
  stock: (ctx, { query }) => readStockSums(ctx, query.point),
  inventories: (ctx, { query }) => readInventories(ctx, query),
  beginInventory: (ctx, { body }) => beginInventory(ctx, body),
  inventory: (ctx, { params, query }) => readInventory(ctx, params.id, query),
  countItem: (ctx, { params, body }) => countItem(ctx, params.id, body),
  finishInventory: (ctx, { params, body }) => finishInventory(ctx, params.id, body),
  dropInventory: (ctx, { params }) => discardInventory(ctx, params.id),
  inventoryReport: (ctx, { params, query }) => writeInventory(ctx, params.id, query),
  statistics: (ctx, { query }) => readStatistics(ctx, query),
  statisticsFile: (ctx, { query }) => writeStatistics(ctx, query),
  pass: (ctx, { params }) => readPass(ctx, params.id),
  recordCondition: (ctx, { params, body }) => recordCondition(ctx, params.id, body),
  reportDamage: (ctx, { body }) => reportDamage(ctx, body),
  damage: (ctx, { query }) => readDamage(ctx, query),
  changeDamage: (ctx, { params, body }) => changeDamage(ctx, params.id, body),
  addPhoto: {
    before: (ctx, { body }) => storePhoto(ctx, body),
    write: (ctx, _, photo: Awaited<ReturnType<typeof storePhoto>>) => addPhoto(ctx, photo),
  },
  addPicture: {
    before: (ctx, { params, body }) => storePicture(ctx, params.id, body),
    write: (ctx, _, picture: Awaited<ReturnType<typeof storePicture>>) => addPicture(ctx, picture),
  },
  addManual: {
    before: (ctx, { params, body }) => storeManual(ctx, params.id, body),
    write: (ctx, _, manual: Awaited<ReturnType<typeof storeManual>>) => addManual(ctx, manual),
  },
  removeManual: (ctx, { params }) => removeManual(ctx, params.id),
  manual: (ctx, { params }) => sendManual(ctx, params.id),
  changePicture: (ctx, { params, body }) => changePicture(ctx, params.id, body),
  removePicture: (ctx, { params }) => removePicture(ctx, params.id),
  picture: (ctx, { params, query }) => sendPicture(ctx, params.id, query.size),
  slip: (ctx, { params, query }) => printSlip(ctx, params.id, query),
  slips: (ctx, { query }) => printSlips(ctx, query),
  labels: (ctx, { query }) => printLabels(ctx, query),
  picking: (ctx, { query }) => printPicking(ctx, query),
  photo: (ctx, { params }) => sendPhoto(ctx, params.id),
  suspensions: (ctx, { query }) => readSuspensions(ctx, query),
  suspend: (ctx, { params, body }) => suspend(ctx, params.id, body),
  endSuspension: (ctx, { params }) => endSuspension(ctx, params.id),
  timeline: (ctx, { query }) => readTimeline(ctx, query),
  moveBooking: (ctx, { params, body }) => moveBooking(ctx, params.id, body),
  putReady: (ctx, { body }) => prepareScannedDevice(ctx, body),
  courier: (ctx, { query }) => readCourier(ctx, query.point),
  privateBorrowers: (ctx, { query }) => readPrivate(ctx, query),
  addPrivateBorrower: (ctx, { body }) => addPrivate(ctx, body),
  changePrivateBorrower: (ctx, { params, body }) => changePrivate(ctx, params.id, body),
  removePrivateBorrower: (ctx, { params }) => removePrivateBorrower(ctx, params.id),
  privateBorrowerData: (ctx, { params, query }) => writePrivateData(ctx, params.id, query.lang),
  fee: (ctx, { params }) => readFee(ctx, params.id),
  notePayment: (ctx, { params, body }) => recordPayment(ctx, params.id, body),
  fees: (ctx, { query }) => readFees(ctx, query),
  feesFile: (ctx, { query }) => writeFees(ctx, query),
  tours: (ctx, { query }) => readTours(ctx, query.point),
  createTour: (ctx, { body }) => createTour(ctx, body),
  changeTour: (ctx, { params, body }) => changeTour(ctx, params.id, body),
  removeTour: (ctx, { params }) => removeTour(ctx, params.id),
  tourEffects: (ctx, { params, body }) => readTourEffects(ctx, params.id, body),
  tourDay: (ctx, { params, query }) => findTourDay(ctx, params.id, query.date),
  markTour: (ctx, { params, body }) => markTour(ctx, params.id, body),
  tourSheet: (ctx, { params, query }) => printTour(ctx, params.id, query),
  briefings: (ctx, { query }) => readBriefings(ctx, query),
  brief: (ctx, { params, body }) => recordBriefingOfOrder(ctx, params.id, body),
  endBriefing: (ctx, { params }) => endBriefing(ctx, params.id),
  templates: (ctx, { query }) => readTemplates(ctx, query.point),
  createTemplate: (ctx, { body }) => createTemplate(ctx, body),
  changeTemplate: (ctx, { params, body }) => changeTemplate(ctx, params.id, body),
  removeTemplate: (ctx, { params }) => removeTemplate(ctx, params.id),
  takeTemplate: (ctx, { body }) => addTemplateToCart(ctx, body),
  waits: (ctx) => readOwnWaitingList(ctx),
  waiting: (ctx, { query }) => readWaitingList(ctx, query),
  wait: (ctx, { body }) => joinQueue(ctx, body),
  cancelWait: (ctx, { params }) => leaveWaitingList(ctx, params.id, 'cancel'),
  declineOffer: (ctx, { params }) => leaveWaitingList(ctx, params.id, 'decline'),
  acceptOffer: (ctx, { params, body }) => acceptOffer(ctx, params.id, body),
};
