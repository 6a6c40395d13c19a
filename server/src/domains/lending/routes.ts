import type { endpoints } from '@fundus/contract/endpoints';
import type { Handlers } from '../../http/implement.ts';
import { changeDamage, readDamage, reportDamage } from './damage.ts';
import { printTour } from './print-tour.ts';
import { changeTour, createTour, findTourDay, markTour, readCourier, readTourEffects, readTours, removeTour } from './tours.ts';
import { agree, disagree, readResponsible, readTeachers } from './agreement.ts';
import { brief, endBriefing, readBriefings } from './briefings.ts';
import { readPass, recordCondition } from './condition.ts';
import { printLabels, printPicking, printSlip } from './print.ts';
import { addPhoto, sendPhoto, storePhoto } from './photos.ts';
import { addPicture, changePicture, removePicture, sendPicture, storePicture } from './pictures.ts';
import { endSuspension, readSuspensions, suspend } from './suspensions.ts';
import { changeLine } from './change.ts';
import { deliverCart, holdCart, putIn, readCart, submit, takeOut } from './cart.ts';
import { writeDates } from './dates.ts';
import { readScan } from './scan.ts';
import { readDesk } from './desk.ts';
import { handOver } from './hand-over.ts';
import { prepare, putReady } from './ready.ts';
import { moveBooking, readTimeline } from './timeline.ts';
import { readCalendar, readModel, readModels } from './find.ts';
import { approve, cancelLine, cancelOrder, readOrder, readOwnOrders, reject, renew } from './orders.ts';
import { readLentOf } from './of-media.ts';
import { addKiosk, drawCard, endCard, endKiosk, makeCard, pairKiosk, readCard, readKiosks } from './cards.ts';
import { endFeed, makeFeed, readFeed, sendFeed } from './feed.ts';
import { bringBack, complain, readBorrower, readKiosk, takeAlong } from './kiosk.ts';
import { orderFor } from './order-for.ts';
import { repeatOrder } from './repeat.ts';
import { changePoint, createPoint, readPoints } from './points.ts';
import { acceptProposal, declineProposal, propose, readProposals, withdrawProposal } from './proposals.ts';
import { acceptOffer, joinQueue, leaveQueue, readQueue, readWaits } from './waiting.ts';
import { changeItem, changeModel, createItem, createModel, moveItem, readItems } from './stock.ts';
import { readLandHolidays } from './holidays.ts';
import { exportItems, importItems, readImport } from './stock-import.ts';
import type { StockTable } from './stock-file.ts';
import { readStatistics, writeStatistics } from './statistics.ts';
import { readStockSums } from './stock-sums.ts';
import { addFavourite, readFavourites, removeFavourite } from './favourites.ts';
import { beginInventory, countItem, dropInventory, finishInventory, readInventories, readInventory } from './inventories.ts';
import { writeInventory } from './inventory-report.ts';
import { takeBack } from './take-back.ts';
import { changeTemplate, createTemplate, readTemplates, removeTemplate, takeTemplate } from './templates.ts';
import { readBorrowers } from './borrowers.ts';
import { addManual, removeManual, sendManual, storeManual } from './manuals.ts';
import { notePayment, readFee, readFees, writeFees } from './fees.ts';
import { addPrivate, changePrivate, readPrivate, removePrivate, writePrivateData } from './private-borrowers.ts';
import { exportDamage, exportDesk, exportOwnOrders } from './orders-export.ts';
import { walkUp } from './walk-up.ts';

export const handlers: Handlers<typeof endpoints.lending> = {
  teachers: (ctx, { query }) => readTeachers(ctx, query),
  responsible: (ctx) => readResponsible(ctx),
  agree: (ctx, { params, body }) => agree(ctx, params.id, body.asked_at),
  disagree: (ctx, { params, body }) => disagree(ctx, params.id, body.reason),
  proposals: (ctx, { query }) => readProposals(ctx, query.point),
  propose: (ctx, { params, body }) => propose(ctx, params.id, body),
  acceptProposal: (ctx, { params }) => acceptProposal(ctx, params.id),
  declineProposal: (ctx, { params, body }) => declineProposal(ctx, params.id, body.reason),
  withdrawProposal: (ctx, { params }) => withdrawProposal(ctx, params.id),
  points: (ctx) => readPoints(ctx),
  favourites: (ctx) => readFavourites(ctx),
  addFavourite: (ctx, { params }) => addFavourite(ctx, params.id),
  removeFavourite: (ctx, { params }) => removeFavourite(ctx, params.id),
  models: (ctx, { query }) => readModels(ctx, query),
  model: (ctx, { params }) => readModel(ctx, params.id),
  ofMedium: (ctx, { params }) => readLentOf(ctx, params.identifier),
  calendar: (ctx, { params, query }) => readCalendar(ctx, params.id, query),
  cart: (ctx, { query }) => readCart(ctx, query.point),
  addLines: (ctx, { body }) => putIn(ctx, body),
  removeLine: (ctx, { params }) => takeOut(ctx, params.id),
  deliver: (ctx, { body }) => deliverCart(ctx, body),
  hold: (ctx, { body }) => holdCart(ctx, body.point),
  submit: (ctx, { body }) => submit(ctx, body),
  orders: (ctx, { query }) => readOwnOrders(ctx, query),
  exportOrders: (ctx, { query }) => exportOwnOrders(ctx, query),
  exportDesk: (ctx, { query }) => exportDesk(ctx, query),
  exportDamage: (ctx, { query }) => exportDamage(ctx, query),
  order: (ctx, { params }) => readOrder(ctx, params.id),
  cancelOrder: (ctx, { params, body }) => cancelOrder(ctx, params.id, body.reason),
  cancelLine: (ctx, { params, body }) => cancelLine(ctx, params.id, body.reason),
  changeLine: (ctx, { params, body }) => changeLine(ctx, params.id, body),
  renew: (ctx, { params, body }) => renew(ctx, params.id, body),
  repeat: (ctx, { params, body }) => repeatOrder(ctx, params.id, body),
  feed: (ctx) => readFeed(ctx),
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
  kioskTake: (ctx, { body }) => takeAlong(ctx, body),
  kioskReturn: (ctx, { body }) => bringBack(ctx, body),
  kioskComplain: (ctx, { body }) => complain(ctx, body),
  desk: (ctx, { query }) => readDesk(ctx, query.point),
  scan: (ctx, { query }) => readScan(ctx, query),
  approve: (ctx, { params, body }) => approve(ctx, params.id, body.lines),
  reject: (ctx, { params, body }) => reject(ctx, params.id, body.reason),
  prepare: (ctx, { params, body }) => prepare(ctx, params.id, body.code),
  handOver: (ctx, { params, body }) => handOver(ctx, params.id, body),
  borrowers: (ctx, { query }) => readBorrowers(ctx, query),
  walkUp: (ctx, { body }) => walkUp(ctx, body),
  orderFor: (ctx, { body }) => orderFor(ctx, body),
  takeBack: (ctx, { body }) => takeBack(ctx, body),
  createPoint: (ctx, { body }) => createPoint(ctx, body),
  changePoint: (ctx, { params, body }) => changePoint(ctx, params.id, body),
  createModel: (ctx, { body }) => createModel(ctx, body),
  changeModel: (ctx, { params, body }) => changeModel(ctx, params.id, body),
  items: (ctx, { query }) => readItems(ctx, query),
  createItem: (ctx, { body }) => createItem(ctx, body),
  changeItem: (ctx, { params, body }) => changeItem(ctx, params.id, body),
  moveItem: (ctx, { params, body }) => moveItem(ctx, params.id, body),
  importItems: {
    before: (ctx, { body }) => readImport(ctx, body),
    write: (ctx, { body }, table: StockTable) => importItems(ctx, body, table),
  },
  holidays: (ctx, { params }) => readLandHolidays(ctx, params.land),
  exportItems: (ctx, { query }) => exportItems(ctx, query),
  stock: (ctx, { query }) => readStockSums(ctx, query.point),
  inventories: (ctx, { query }) => readInventories(ctx, query),
  beginInventory: (ctx, { body }) => beginInventory(ctx, body.point),
  inventory: (ctx, { params, query }) => readInventory(ctx, params.id, query),
  countItem: (ctx, { params, body }) => countItem(ctx, params.id, body),
  finishInventory: (ctx, { params, body }) => finishInventory(ctx, params.id, body),
  dropInventory: (ctx, { params }) => dropInventory(ctx, params.id),
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
  labels: (ctx, { query }) => printLabels(ctx, query),
  picking: (ctx, { query }) => printPicking(ctx, query),
  photo: (ctx, { params }) => sendPhoto(ctx, params.id),
  suspensions: (ctx, { query }) => readSuspensions(ctx, query.point),
  suspend: (ctx, { params, body }) => suspend(ctx, params.id, body),
  endSuspension: (ctx, { params }) => endSuspension(ctx, params.id),
  timeline: (ctx, { params, query }) => readTimeline(ctx, params.id, query),
  moveBooking: (ctx, { params, body }) => moveBooking(ctx, params.id, body),
  putReady: (ctx, { body }) => putReady(ctx, body),
  courier: (ctx, { query }) => readCourier(ctx, query.point),
  privateBorrowers: (ctx, { query }) => readPrivate(ctx, query),
  addPrivateBorrower: (ctx, { body }) => addPrivate(ctx, body),
  changePrivateBorrower: (ctx, { params, body }) => changePrivate(ctx, params.id, body),
  removePrivateBorrower: (ctx, { params }) => removePrivate(ctx, params.id),
  privateBorrowerData: (ctx, { params }) => writePrivateData(ctx, params.id),
  fee: (ctx, { params }) => readFee(ctx, params.id),
  notePayment: (ctx, { params, body }) => notePayment(ctx, params.id, body),
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
  briefings: (ctx, { query }) => readBriefings(ctx, query.point),
  brief: (ctx, { params, body }) => brief(ctx, params.id, body),
  endBriefing: (ctx, { params }) => endBriefing(ctx, params.id),
  templates: (ctx, { query }) => readTemplates(ctx, query.point),
  createTemplate: (ctx, { body }) => createTemplate(ctx, body),
  changeTemplate: (ctx, { params, body }) => changeTemplate(ctx, params.id, body),
  removeTemplate: (ctx, { params }) => removeTemplate(ctx, params.id),
  takeTemplate: (ctx, { body }) => takeTemplate(ctx, body),
  waits: (ctx) => readWaits(ctx),
  waiting: (ctx, { query }) => readQueue(ctx, query.point),
  wait: (ctx, { body }) => joinQueue(ctx, body),
  cancelWait: (ctx, { params }) => leaveQueue(ctx, params.id, 'cancel'),
  declineOffer: (ctx, { params }) => leaveQueue(ctx, params.id, 'decline'),
  acceptOffer: (ctx, { params, body }) => acceptOffer(ctx, params.id, body),
};
