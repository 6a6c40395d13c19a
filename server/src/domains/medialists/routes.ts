import type { endpoints } from '@fundus/contract/endpoints';
import type { Handlers } from '../../http/implement.ts';
import { checkLesson } from './check.ts';
import { streamList } from './events.ts';
import { exportList } from './export/export.ts';
import { addListItems, addToLists, copyItems, moveItems, removeItems, removeListItem, restoreItems, setItemVisibility } from './items.ts';
import { archive, changeList, copyList, createList, transferList, readLists, removeList, restoreList } from './lists.ts';
import { closeLink, openLink, readByLink, readMediumByLink, streamByLink } from './sharing/by-link.ts';
import { changeLink, createLink, drawLinkQr, readLinks, revokeLink } from './sharing/links.ts';
import { presentCurrentList } from './service.ts';
import { changeRelease, removeListMember, saveMember, readReleasedTo, readSharing, release, revokeRelease } from './sharing/sharing.ts';
import { changeItem, readListsWith, replaceItem } from './words.ts';

export const handlers: Handlers<(typeof endpoints)['medialists'], 'contentUrl' | 'live' | 'pause' | 'search' | 'storage'> = {
  list: readLists,
  create: createList,
  read: (ctx, { params }) => presentCurrentList(ctx, params.id),
  change: changeList,
  copy: copyList,
  archive: (ctx, { params }) => archive(ctx, params.id),
  remove: (ctx, { params }) => removeList(ctx, params.id),
  restore: (ctx, { params }) => restoreList(ctx, params.id),
  handOver: transferList,
  check: checkLesson,
  events: (ctx, { params }) => streamList(ctx, params.id),
  export: exportList,
  addItems: addListItems,
  addToLists,
  listsWith: readListsWith,
  changeItem,
  replaceItem,
  moveItem: (ctx, { params, body }) => moveItems(ctx, params.id, [params.itemId], body.after_id),
  moveItems: (ctx, { params, body }) => moveItems(ctx, params.id, body.items, body.after_id),
  copyItems,
  showItems: setItemVisibility,
  removeItem: (ctx, { params }) => removeListItem(ctx, params.id, params.itemId),
  removeItems: (ctx, { body }) => removeItems(ctx, body.items),
  restoreItems: (ctx, { body }) => restoreItems(ctx, body.items),
  sharing: (ctx, { params }) => readSharing(ctx, params.id),
  setMember: saveMember,
  removeMember: removeListMember,
  release,
  changeRelease,
  revokeRelease,
  releasedTo: (ctx, { params }) => readReleasedTo(ctx, params.id),
  links: (ctx, { params }) => readLinks(ctx, params.id),
  createLink,
  changeLink,
  revokeLink,
  linkQr: (ctx, { params }) => drawLinkQr(ctx, params.id, params.linkId),
  openLink,
  closeLink,
  linked: readByLink,
  linkedMedium: (ctx, { params }) => readMediumByLink(ctx, params.identifier),
  linkedEvents: streamByLink,
};
